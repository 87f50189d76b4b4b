import { useCallback, useEffect, useRef, useState } from 'react';
import { type LiveLine, type LiveLog, withLines } from './live-log.ts';

/** How the watching goes. `over`: the backend ended it, and why. */
export type FeedState =
  | { readonly kind: 'idle' | 'connecting' | 'watching' | 'away' }
  | { readonly kind: 'lost'; readonly message: string }
  | { readonly kind: 'over'; readonly reason: string };

export interface Feed {
  readonly state: FeedState;
  readonly log: LiveLog;
  readonly clear: () => void;
}

/** What a way of watching is given to tell what it hears. */
export interface Listener {
  readonly state: (state: FeedState) => void;
  readonly lines: (lines: readonly LiveLine[]) => void;
}

/** A busy rule tells hundreds of lines a second: the page is drawn this often, in ms. */
const DRAW_MS = 150;

/**
 * Runs a way of watching while it is wanted and the page can be seen: nothing goes on behind a hidden tab. `watch` is
 * called anew each time, and gives what ends it.
 */
export function useFeed(isOn: boolean, watch: (listener: Listener) => () => void): Feed {
  const [state, setState] = useState<FeedState>({ kind: 'idle' });
  const [log, setLog] = useState<LiveLog>([]);
  const latest = useRef(watch);
  latest.current = watch;

  useEffect(() => {
    if (!isOn) {
      setState({ kind: 'idle' });
      return;
    }
    let waiting: LiveLine[] = [];
    let end: (() => void) | undefined;
    const draw = setInterval(() => {
      if (waiting.length === 0) return;
      const fresh = waiting;
      waiting = [];
      setLog((before) => withLines(before, fresh));
    }, DRAW_MS);
    let hasRun = false;
    const start = () => {
      hasRun = true;
      setState({ kind: 'connecting' });
      end = latest.current({ state: setState, lines: (lines) => waiting.push(...lines) });
    };
    const onVisibility = () => {
      if (document.visibilityState === 'visible') {
        if (end !== undefined) return;
        if (hasRun) waiting.push({ kind: 'unwatched', at: Date.now() });
        start();
      } else {
        end?.();
        end = undefined;
        setState({ kind: 'away' });
      }
    };
    document.addEventListener('visibilitychange', onVisibility);
    if (document.visibilityState === 'visible') start();
    else setState({ kind: 'away' });
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearInterval(draw);
      end?.();
    };
  }, [isOn]);

  return { state, log, clear: useCallback(() => setLog([]), []) };
}
