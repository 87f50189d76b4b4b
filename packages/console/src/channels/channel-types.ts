import { useMemo } from 'react';
import type { ChannelKind } from '../api/channels.ts';
import { useSchema } from '../api/schemas.ts';
import { typesOf } from '../forms/model/document.ts';
import { byTypeOrder } from '../ui/systems.ts';

/** Types of actions or sources that the backend describes, in the order in which they are offered. */
export function useChannelTypes(kind: ChannelKind): readonly string[] {
  const { data } = useSchema('actions');
  return useMemo(() => (data === undefined ? [] : [...typesOf(data, kind)].sort(byTypeOrder)), [data, kind]);
}
