import { useTranslation } from 'react-i18next';
import type { Rehearsal } from '../api/rehearse.ts';
import { Note } from '../ui/Note.tsx';

/** Says that a message could come back to the rule, and on which way. A warning: it may be saved all the same. */
export function LoopNote({ loops }: { readonly loops: Rehearsal['loops'] }) {
  const { t } = useTranslation('rules');
  const [first] = loops;
  if (first === undefined) return null;
  return (
    <div className="loop-note">
      <Note tone="warn">
        <p className="strong">{t('try.loop')}</p>
        <p className="mono small break">{[...first.rules, first.rules[0]].join(' → ')}</p>
      </Note>
    </div>
  );
}
