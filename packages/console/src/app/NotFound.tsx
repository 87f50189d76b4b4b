import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getSession } from '../api/session-store.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Frame } from './frame/Frame.tsx';

export function NotFound() {
  const { t } = useTranslation('frame');
  return (
    <>
      <PageHead title={t('notFound.title')} />
      <div className="panel">
        <EmptyState text={t('notFound.text')}>
          <Link to="/" className="btn">
            {t('notFound.home')}
          </Link>
        </EmptyState>
      </div>
    </>
  );
}

/** An address that no route has: inside the frame for those who are signed in. */
export function StrayPage() {
  if (getSession() === undefined) {
    return (
      <main className="main">
        <NotFound />
      </main>
    );
  }
  return (
    <Frame>
      <NotFound />
    </Frame>
  );
}
