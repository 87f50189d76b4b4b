import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DeadLetter } from '../api/dead-letters.ts';
import { requestBytes, requestTarget } from '../channels/request-parts.ts';
import type { Column } from '../ui/column.ts';
import { formatBytes, formatCount, formatTime, UNKNOWN } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { systemLook } from '../ui/systems.ts';
import { useLetterReason } from './letter-reason.ts';
import { RuleLink } from './RuleLinks.tsx';

/** Where the message came from; of an event without a topic, where its request went. */
const topicOf = (letter: DeadLetter) => letter.topic || requestTarget(letter.request);

/** In a row: what the other system answered says more than that it refused, and is the same in every language. */
function short(letter: DeadLetter, why: (letter: DeadLetter) => string): string {
  return letter.code === 'http_status' && letter.raw ? letter.raw : why(letter);
}

/** The columns of the list of dead letters. */
export function useLetterColumns({
  isOfAll,
  locked,
  onView,
  onResend,
}: {
  /** Letters of several actions. */
  readonly isOfAll: boolean;
  /** Why none can be re-sent. */
  readonly locked: string | undefined;
  readonly onView: (letter: DeadLetter) => void;
  readonly onResend: (letter: DeadLetter) => void;
}): readonly Column<DeadLetter>[] {
  const { t } = useTranslation(['actions', 'ui']);
  const why = useLetterReason();
  return [
    {
      id: 'at',
      label: t('letters.time'),
      sortBy: (row) => row.at,
      narrow: 'left',
      width: '146px',
      cell: (row) => (
        <span className="soft">
          <ShortTime time={row.at} />
        </span>
      ),
    },
    ...(isOfAll
      ? [
          {
            id: 'action',
            label: t('letters.action'),
            sortBy: (row: DeadLetter) => row.action,
            hideBelow: 's' as const,
            cell: (row: DeadLetter) => (
              <Link className="ref" to="/rule/actions/$id" params={{ id: row.action }} search={{ tab: 'letters' }}>
                <Icon name={systemLook(row.action.split(':')[0] ?? '').icon} />
                <span className="clip">{row.action}</span>
              </Link>
            ),
          },
        ]
      : []),
    {
      id: 'why',
      label: t('letters.why'),
      sortBy: (row) => short(row, why),
      narrow: 'title',
      width: isOfAll ? '20%' : '21%',
      cell: (row) => <span title={why(row)}>{short(row, why)}</span>,
    },
    {
      id: 'topic',
      label: t('letters.topic'),
      sortBy: (row) => topicOf(row),
      narrow: 'right',
      width: isOfAll ? '18%' : '17%',
      cell: (row) => (
        <span className="mono small" title={topicOf(row)}>
          {topicOf(row)}
        </span>
      ),
    },
    ...(isOfAll
      ? []
      : [
          {
            id: 'rule',
            label: t('letters.rule'),
            sortBy: (row: DeadLetter) => row.rule ?? '',
            hideBelow: 'm' as const,
            width: '12%',
            cell: (row: DeadLetter) => (row.rule ? <RuleLink id={row.rule} plain /> : UNKNOWN),
          },
        ]),
    {
      id: 'preview',
      label: t('letters.preview'),
      hideBelow: 'm',
      cell: (row) => (
        <span className="mono small soft" title={row.preview}>
          {row.preview}
        </span>
      ),
    },
    {
      id: 'tries',
      label: t('letters.tries'),
      sortBy: (row) => row.attempts,
      number: true,
      hideBelow: 'm',
      width: '64px',
      cell: (row) => formatCount(row.attempts),
    },
    {
      id: 'size',
      label: t('letters.size'),
      sortBy: (row) => requestBytes(row.request),
      number: true,
      hideBelow: 'm',
      width: '76px',
      cell: (row) => formatBytes(requestBytes(row.request)),
    },
    {
      id: 'menu',
      label: t('ui:table.actions'),
      silentLabel: true,
      width: '150px',
      narrow: 'menu',
      cell: (row) => (
        <span className="row end-row">
          <button
            type="button"
            className="link"
            aria-label={t('letters.viewOne', { time: formatTime(row.at) })}
            onClick={() => onView(row)}
          >
            {t('letters.view')}
          </button>
          <button
            type="button"
            className="link"
            disabled={locked !== undefined}
            title={locked}
            aria-label={t('letters.resendOne', { time: formatTime(row.at) })}
            onClick={() => onResend(row)}
          >
            {t('letters.resend')}
          </button>
        </span>
      ),
    },
  ];
}
