import { NotFound } from '../app/NotFound.tsx';

export function ActionListPage() {
  return <NotFound />;
}

export function ActionDetailPage() {
  return <NotFound />;
}

export function SourceListPage() {
  return <NotFound />;
}

export function SourceDetailPage() {
  return <NotFound />;
}
