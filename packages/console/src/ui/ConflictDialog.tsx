import { useTranslation } from 'react-i18next';
import type { OtherChange } from '../api/errors.ts';
import { useActorName } from './actor-name.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { formatTimeShort } from './format.ts';
import './conflict.css';

/** One value that somebody else changed, as text. */
export interface ConflictLine {
  readonly id: string;
  readonly label: string;
  readonly before: string;
  readonly theirs: string;
  /** What stands here, where it was changed here too. */
  readonly mine?: string;
}

/** What to do when somebody else has saved meanwhile. Closing it goes back to what was typed. */
export function ConflictDialog({
  name,
  other,
  lines,
  busy,
  onClose,
  onTake,
  onOverwrite,
}: {
  readonly name: string;
  /** Who it was, where that is known. */
  readonly other: OtherChange | undefined;
  readonly lines: readonly ConflictLine[];
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onTake: () => void;
  readonly onOverwrite: () => void;
}) {
  const { t } = useTranslation('ui');
  const nameOf = useActorName();
  return (
    <Dialog
      opened
      sticky
      onClose={onClose}
      width={600}
      title={t('conflict.title', { name })}
      foot={
        <>
          <Button look="ghost" data-autofocus onClick={onClose}>
            {t('conflict.stay')}
          </Button>
          <Button look="danger" busy={busy && t('saving')} onClick={onOverwrite}>
            {t('conflict.overwrite')}
          </Button>
          <Button look="primary" onClick={onTake}>
            {t('conflict.take')}
          </Button>
        </>
      }
    >
      <p>
        {other === undefined
          ? t('conflict.text')
          : t('conflict.textBy', { who: nameOf(other.by), time: formatTimeShort(other.at) })}
      </p>
      {lines.length === 0 ? (
        <p>{t('conflict.unseen')}</p>
      ) : (
        <ul className="conflict-lines">
          {lines.map((line) => (
            <li key={line.id}>
              <b className="medium">{line.label}</b>
              <div className="conflict-values">
                <span className="muted small">{t('conflict.before')}</span>
                <span className="mono break">{line.before}</span>
                <span className="muted small">{t('conflict.theirs')}</span>
                <span className="mono break">{line.theirs}</span>
                {line.mine !== undefined && (
                  <>
                    <span className="warning-text small">{t('conflict.mine')}</span>
                    <span className="mono break">{line.mine}</span>
                  </>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className="help">{t('conflict.help')}</p>
    </Dialog>
  );
}
