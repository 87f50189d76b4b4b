import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeadLetter } from '../api/dead-letters.ts';
import { RequestView } from '../channels/RequestView.tsx';
import { Button } from '../ui/Button.tsx';
import { formatCount, formatTime } from '../ui/format.ts';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import { useLetterReason } from './letter-reason.ts';

/** One request that was given up: why, when, and what was in it. */
export function LetterDrawer({
  letter,
  onClose,
  locked,
  isBusy,
  onResend,
}: {
  /** Absent: closed. */
  readonly letter: DeadLetter | undefined;
  readonly onClose: () => void;
  readonly locked: string | undefined;
  readonly isBusy: boolean;
  readonly onResend: (letter: DeadLetter) => void;
}) {
  const { t } = useTranslation(['actions', 'ui']);
  const why = useLetterReason();
  return (
    <SideDrawer
      opened={letter !== undefined}
      onClose={onClose}
      title={t('letters.one')}
      width="560px"
      foot={
        letter !== undefined && (
          <Button
            look="primary"
            busy={isBusy && t('letters.resending')}
            disabledReason={locked}
            onClick={() => onResend(letter)}
          >
            {t('letters.resend')}
          </Button>
        )
      }
    >
      {letter !== undefined && (
        <div className="stack">
          <p>{why(letter)}</p>
          <dl className="facts small num">
            <dt>{t('letters.action')}</dt>
            <dd>
              <Link className="ref" to="/rule/actions/$id" params={{ id: letter.action }}>
                {letter.action}
              </Link>
            </dd>
            {letter.rule !== undefined && letter.rule !== '' && (
              <>
                <dt>{t('letters.rule')}</dt>
                <dd>
                  <Link className="ref" to="/rule/rules/$id" params={{ id: letter.rule }}>
                    {letter.rule}
                  </Link>
                </dd>
              </>
            )}
            {letter.topic !== undefined && letter.topic !== '' && (
              <>
                <dt>{t('letters.topic')}</dt>
                <dd className="mono break">{letter.topic}</dd>
              </>
            )}
            <dt>{t('letters.received')}</dt>
            <dd>{formatTime(letter.receivedAt)}</dd>
            <dt>{t('letters.givenUp')}</dt>
            <dd>{formatTime(letter.at)}</dd>
            <dt>{t('letters.tries')}</dt>
            <dd>{formatCount(letter.attempts)}</dd>
          </dl>
          {letter.raw !== undefined && letter.raw !== '' && (
            <div>
              <p className="muted small">{t('letters.said')}</p>
              <pre className="raw">{letter.raw}</pre>
            </div>
          )}
          <RequestView request={letter.request} />
        </div>
      )}
    </SideDrawer>
  );
}
