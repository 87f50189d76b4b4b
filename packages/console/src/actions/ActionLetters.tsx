import { useState } from 'react';
import type { DeadLetterFilter } from '../api/dead-letters.ts';
import { DeadLetters } from './DeadLetters.tsx';

/** The dead letters of one action, on its page. */
export function ActionLetters({ id, locked }: { readonly id: string; readonly locked: string | undefined }) {
  const [shown, setShown] = useState<{ readonly reason?: string | undefined; readonly page: number }>({ page: 1 });
  const filter: DeadLetterFilter = { action: id, reason: shown.reason };
  return (
    <DeadLetters
      filter={filter}
      page={shown.page}
      locked={locked}
      onChange={({ reason, page }) => setShown({ reason, page: page ?? 1 })}
    />
  );
}
