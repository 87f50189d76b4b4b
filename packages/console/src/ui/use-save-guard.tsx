import { type ReactNode, useState } from 'react';
import { isConflict, type OtherChange, otherChange } from '../api/errors.ts';
import { ConflictDialog, type ConflictLine } from './ConflictDialog.tsx';
import { toastError } from './toast-store.ts';

type Etag = string | undefined;

export interface SaveGuardProps<Stored extends { readonly etag?: Etag }> {
  /** Named in the question. */
  readonly name: string;
  /** Version of what editing begins with; `undefined` where the backend has no versions: then nothing is asked. */
  readonly etag: Etag;
  /** What the backend has by now. */
  readonly read: () => Promise<Stored>;
  /** What somebody else changed of what is edited here. */
  readonly linesOf: (theirs: Stored) => readonly ConflictLine[];
  /** What changed is nothing that is edited here, such as the switch of the page: saved again without a question. */
  readonly isAside?: (theirs: Stored) => boolean;
  /** Takes in what they changed; what was changed here stays. */
  readonly take: (theirs: Stored) => void;
  /** Saves again, over what the backend has. */
  readonly save: (over: Stored) => void;
  readonly busy: boolean;
}

export interface SaveGuard<Stored> {
  /** Goes with every save. */
  readonly etag: Etag;
  /** What stands here is this version from now on. */
  readonly adopt: (etag: Etag) => void;
  /** A save failed: `true` when it was because of somebody else's change, which is then asked about. */
  readonly refused: (error: unknown) => boolean;
  /** Somebody else's change is known without trying to save: asks about it. */
  readonly ask: (theirs: Stored) => void;
  readonly close: () => void;
  /** The question, while it is asked. */
  readonly dialog: ReactNode;
}

/** Two people edit the same object: the second one sees what the first has done before anything is overwritten. */
export function useSaveGuard<Stored extends { readonly etag?: Etag }>(
  props: SaveGuardProps<Stored>,
): SaveGuard<Stored> {
  const { read, linesOf, take, save } = props;
  const [etag, setEtag] = useState(props.etag);
  const [asked, setAsked] = useState<{
    readonly theirs: Stored;
    readonly lines: readonly ConflictLine[];
    readonly other: OtherChange | undefined;
  }>();

  function ask(theirs: Stored, other?: OtherChange): void {
    const lines = linesOf(theirs);
    if (lines.length === 0 && props.isAside?.(theirs) === true) save(theirs);
    else setAsked({ theirs, lines, other });
  }

  return {
    etag,
    adopt: setEtag,
    refused: (error) => {
      if (!isConflict(error)) return false;
      read().then((theirs) => ask(theirs, otherChange(error)), toastError);
      return true;
    },
    ask,
    close: () => setAsked(undefined),
    dialog: asked !== undefined && (
      <ConflictDialog
        name={props.name}
        other={asked.other}
        lines={asked.lines}
        busy={props.busy}
        onClose={() => setAsked(undefined)}
        onTake={() => {
          take(asked.theirs);
          setEtag(asked.theirs.etag);
          setAsked(undefined);
        }}
        onOverwrite={() => save(asked.theirs)}
      />
    ),
  };
}
