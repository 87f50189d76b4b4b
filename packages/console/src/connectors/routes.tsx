import { NotFound } from '../app/NotFound.tsx';

export function ConnectorListPage() {
  return <NotFound />;
}

export function ConnectorCreatePage() {
  return <NotFound />;
}

export function ConnectorDetailPage() {
  return <NotFound />;
}
