import { type MutationMeta, useMutation, useQueryClient } from '@tanstack/react-query';

/** A change after which everything that was read under `keys` is read again. */
export function useChange<Input, Output>(
  keys: readonly string[],
  run: (input: Input) => Promise<Output>,
  meta: MutationMeta = {},
) {
  const client = useQueryClient();
  return useMutation({
    meta,
    mutationFn: run,
    onSettled: () => Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}
