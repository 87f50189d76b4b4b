import { NotFound } from '../app/NotFound.tsx';

export function ConnectorCreatePage() {
  return <NotFound />;
}
