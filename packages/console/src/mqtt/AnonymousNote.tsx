import { useTranslation } from 'react-i18next';
import { useAnonymousPolicy } from '../api/mqtt.ts';
import { WithCode } from '../editor/CodeText.tsx';
import { Note } from '../ui/Note.tsx';

/** Says who still comes in without a password although there are users. */
export function AnonymousNote() {
  const { t } = useTranslation('mqtt');
  const policy = useAnonymousPolicy();
  if (policy !== 'loopback' && policy !== 'always') return null;
  return (
    <div className="head-note">
      <Note tone={policy === 'always' ? 'warn' : 'info'}>
        <p>
          <b>{t(`anonymous.title.${policy}`)}</b> <WithCode text={t(`anonymous.text.${policy}`)} />
        </p>
      </Note>
    </div>
  );
}
