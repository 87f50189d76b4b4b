import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHead } from '../ui/PageHead.tsx';

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
