import type { Json, JsonObject } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { JsonText } from '../editor/CodeText.tsx';
import { CopyButton } from '../editor/CopyButton.tsx';
import { requestParts } from './request-parts.ts';
import './request.css';

/** A request as it goes out: its parts by name, then what is sent, which is often JSON itself and long. */
export function RequestView({ request }: { readonly request: JsonObject }) {
  const { t } = useTranslation('ui');
  const { rest, content } = requestParts(request);
  const parts = Object.entries(rest).filter(([, value]) => value !== undefined);
  return (
    <div className="request">
      {parts.length > 0 && (
        <dl className="request-parts">
          {parts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Part value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {content !== undefined &&
        (content === '' ? (
          <p className="muted small">{t('request.empty')}</p>
        ) : (
          <div className="request-content">
            <JsonText text={content} label={t('request.content')} />
            <CopyButton text={content} />
          </div>
        ))}
    </div>
  );
}

function Part({ value }: { readonly value: Json | undefined }) {
  if (typeof value === 'string') return <>{value === '' ? '""' : value}</>;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return <>{JSON.stringify(value)}</>;
  const entries = Object.entries(value as JsonObject);
  if (entries.length === 0) return <>{'{}'}</>;
  return (
    <ul>
      {entries.map(([name, one]) => (
        <li key={name}>
          <span className="muted">{name}:</span> {typeof one === 'string' ? one : JSON.stringify(one)}
        </li>
      ))}
    </ul>
  );
}
