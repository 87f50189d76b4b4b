import { NotFound } from '../app/NotFound.tsx';

export function SettingsPage() {
  return <NotFound />;
}
