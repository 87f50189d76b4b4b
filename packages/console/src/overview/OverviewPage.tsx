import { NotFound } from '../app/NotFound.tsx';

export function OverviewPage() {
  return <NotFound />;
}
