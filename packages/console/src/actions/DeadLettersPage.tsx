import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChannels } from '../api/channels.ts';
import { useFeature } from '../api/features.ts';
import { useMayWrite } from '../api/session.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { DeadLetters } from './DeadLetters.tsx';
import './actions.css';

/** The dead letters of all actions; which ones are shown stands in the address. */
export function DeadLettersPage() {
  const { t } = useTranslation(['actions', 'ui']);
  const { action, reason, page } = useSearch({ from: '/frame/rule/actions/dead-letters' });
  const navigate = useNavigate();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const isOffered = useFeature('dead_letters');
  const actions = useChannels('action').data ?? [];
  return (
    <>
      <PageHead title={t('tab.letters')}>
        <LinkButton to="/rule/actions">{t('notFound.toList.action')}</LinkButton>
      </PageHead>
      {isOffered === false ? (
        <div className="panel">
          <EmptyState title={t('letters.notOffered')} text={t('letters.notOfferedText')} />
        </div>
      ) : (
        <DeadLetters
          filter={{ action, reason }}
          page={Math.max(1, Number(page) || 1)}
          actions={actions.map((one) => one.id).sort()}
          locked={viewer}
          onChange={(next) =>
            void navigate({
              to: '.',
              search: {
                action: next.action,
                reason: next.reason,
                page: next.page === undefined ? undefined : String(next.page),
              } as Record<string, string>,
              replace: true,
            })
          }
        />
      )}
    </>
  );
}
