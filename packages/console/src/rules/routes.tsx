import { NotFound } from '../app/NotFound.tsx';

export function RuleListPage() {
  return <NotFound />;
}

export function RuleCreatePage() {
  return <NotFound />;
}

export function RuleDetailPage() {
  return <NotFound />;
}
