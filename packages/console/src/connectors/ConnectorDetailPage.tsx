import { NotFound } from '../app/NotFound.tsx';

export function ConnectorDetailPage() {
  return <NotFound />;
}
