import type { Json } from '@sluice/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannels } from '../api/channels.ts';
import { RequestView } from '../channels/RequestView.tsx';
import { requestOf, requestTarget } from '../channels/request-parts.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { systemLook } from '../ui/systems.ts';

/** The picture of an output by its name: `republish`, `console`, or the id of an action. */
function outputIcon(output: string): IconName {
  if (output === 'republish') return 'republish';
  return output === 'console' ? 'terminal' : systemLook(output.split(':')[0] ?? '').icon;
}

/** One output of a rule with the request it makes of a row; closed, its line says where the request goes. */
export function OutputRequest({
  output,
  request,
  problem,
  raw,
  isBad = problem !== undefined,
  mark,
  isOpen,
}: {
  readonly output: string;
  readonly request?: Json;
  /** Why there is no request, or what is wrong with what became of it. */
  readonly problem?: string;
  /** The text of the target. */
  readonly raw?: string;
  readonly isBad?: boolean;
  /** What became of it, at the end of the line. */
  readonly mark?: ReactNode;
  readonly isOpen: boolean;
}) {
  const { t } = useTranslation(['rules', 'ui']);
  const action = useChannels('action').data?.find((one) => one.id === output);
  const sent = request === undefined ? undefined : requestOf(request);
  const method = typeof sent?.method === 'string' ? sent.method : undefined;
  const target = sent === undefined ? '' : requestTarget(sent);
  return (
    <details className={isBad ? 'output-request bad' : 'output-request'} open={isOpen}>
      <summary>
        <Icon name="chevronRight" small />
        <Icon name={outputIcon(output)} small />
        <span className="mono small medium">{output}</span>
        <span className="mono small muted clip grow">
          {method !== undefined && `${method} `}
          {target}
        </span>
        {action?.enable === false && <span className="tag plain">{t('state.disabled')}</span>}
        {mark ?? (isBad && <Glyph shape="diamond" tone="bad" />)}
      </summary>
      <div className="output-request-body">
        {action?.enable === false && <p className="muted small">{t('try.actionDisabled')}</p>}
        {problem !== undefined && <p className={isBad ? 'danger-text break' : 'break'}>{problem}</p>}
        {raw !== undefined && raw !== '' && raw !== problem && (
          <details>
            <summary className="link small">{t('ui:details')}</summary>
            <pre className="raw">{raw}</pre>
          </details>
        )}
        {sent !== undefined && <RequestView request={sent} />}
      </div>
    </details>
  );
}
