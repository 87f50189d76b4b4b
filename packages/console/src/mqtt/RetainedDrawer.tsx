import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type RetainedMessage, useRetainedMessage } from '../api/retained.ts';
import { JsonText } from '../editor/CodeText.tsx';
import { CopyButton } from '../editor/CopyButton.tsx';
import { Button } from '../ui/Button.tsx';
import { formatBytes, formatTime, UNKNOWN } from '../ui/format.ts';
import { LoadError, Note } from '../ui/Note.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { payloadOf } from './payload.ts';

function Payload({ base64 }: { readonly base64: string }) {
  const { t } = useTranslation('mqtt');
  const payload = useMemo(() => payloadOf(base64), [base64]);
  if (payload.kind === 'empty') return <p className="muted">{t('retained.noPayload')}</p>;
  return (
    <section className="stack tight" aria-label={t('retained.payload')}>
      <div className="row">
        <b className="medium">{t('retained.payload')}</b>
        <span className="muted small num">
          {t(`retained.form.${payload.kind}`)} · {formatBytes(payload.bytes)}
        </span>
        <span className="grow" />
        {payload.kind !== 'binary' && <CopyButton text={payload.text} />}
      </div>
      {payload.kind === 'json' ? (
        <JsonText text={payload.text} label={t('retained.payload')} />
      ) : (
        <pre className="raw payload">{payload.text}</pre>
      )}
    </section>
  );
}

/** One retained message with its payload. */
export function RetainedDrawer({
  topic,
  locked,
  onDelete,
  onClose,
}: {
  readonly topic: string;
  readonly locked: string | undefined;
  readonly onDelete: (message: RetainedMessage) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['mqtt', 'ui']);
  const { data, error, refetch } = useRetainedMessage(topic);
  return (
    <SideDrawer
      opened
      onClose={onClose}
      width="560px"
      title={<span className="mono break">{topic}</span>}
      foot={
        data !== undefined && (
          <Button look="danger" icon="trash" disabledReason={locked} onClick={() => onDelete(data)}>
            {t('ui:deleteEllipsis')}
          </Button>
        )
      }
    >
      {data === undefined ? (
        error === null ? (
          <SkeletonLines count={4} />
        ) : (
          <LoadError what={t('retained.what')} error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className="stack">
          <dl className="fact-list num">
            <div>
              <dt>{t('retained.at')}</dt>
              <dd>{formatTime(data.publish_at)}</dd>
            </div>
            <div>
              <dt>{t('retained.from')}</dt>
              <dd className="mono break">{data.from_clientid || UNKNOWN}</dd>
            </div>
            <div>
              <dt>{t('client.user')}</dt>
              <dd>{data.from_username || UNKNOWN}</dd>
            </div>
            <div>
              <dt>QoS</dt>
              <dd>{data.qos}</dd>
            </div>
            {data.expire_at !== undefined && (
              <div>
                <dt>{t('retained.expires')}</dt>
                <dd>{formatTime(data.expire_at)}</dd>
              </div>
            )}
          </dl>
          {data.payload === undefined ? (
            <Note tone="info">
              <p>{t('retained.tooLarge')}</p>
            </Note>
          ) : (
            <Payload base64={data.payload} />
          )}
        </div>
      )}
    </SideDrawer>
  );
}
