import { ChannelDetailPage } from './ChannelDetailPage.tsx';
import { ChannelListPage } from './ChannelListPage.tsx';

export function ActionListPage() {
  return <ChannelListPage key="action" kind="action" />;
}

export function ActionDetailPage() {
  return <ChannelDetailPage key="action" kind="action" />;
}

export function SourceListPage() {
  return <ChannelListPage key="source" kind="source" />;
}

export function SourceDetailPage() {
  return <ChannelDetailPage key="source" kind="source" />;
}

export { DeadLettersPage } from './DeadLettersPage.tsx';
