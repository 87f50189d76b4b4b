import { useTranslation } from 'react-i18next';
import { useHealth } from '../../api/backend.ts';
import { Glyph } from '../../ui/Glyph.tsx';
import { Tip } from '../../ui/Tip.tsx';

/** Whether the backend answers, on how many nodes, and how fast. */
export function HealthButton() {
  const { t } = useTranslation('frame');
  const { data, error, refetch } = useHealth();
  const nodes = data?.nodes ?? [];
  const running = nodes.filter((node) => node.node_status === 'running').length;
  const tone = error ? 'bad' : data === undefined ? 'off' : running === nodes.length ? 'ok' : 'warn';
  const shape = { bad: 'diamond', off: 'half', ok: 'disc', warn: 'triangle' } as const;
  const help = error
    ? t('backendDownHelp')
    : data === undefined
      ? t('backendWaiting')
      : running === nodes.length
        ? t('backendOk', { count: nodes.length, ms: data.latencyMs })
        : t('backendPart', { running, total: nodes.length });
  return (
    <Tip label={help}>
      <button type="button" className={error ? 'quiet danger-text' : 'quiet'} onClick={() => void refetch()}>
        <Glyph shape={shape[tone]} tone={tone} />
        <span className="sr">{t('backend')}</span>
        <span className="hide-s">
          {error ? t('backendDown') : data === undefined ? t('backendWaiting') : t('nodes', { count: nodes.length })}
        </span>
        <span className="only-s num">{error ? '!' : `${running}/${nodes.length}`}</span>
        <span className="sr" role="status">
          {error ? t('backendDownHelp') : ''}
        </span>
      </button>
    </Tip>
  );
}
