import { NotFound } from '../app/NotFound.tsx';

export function WebhookListPage() {
  return <NotFound />;
}

export function WebhookCreatePage() {
  return <NotFound />;
}

export function WebhookDetailPage() {
  return <NotFound />;
}
