import type { TapLine } from '@sluice/contract';
import type { LiveLine } from './live-log.ts';

/** Lines of the backend's tap as lines of the log. */
export function tapLines(line: TapLine): readonly LiveLine[] {
  switch (line.kind) {
    case 'event':
      return [
        { kind: 'run', run: String(line.cursor), at: line.at, event: line.event },
        {
          kind: 'result',
          run: String(line.cursor),
          outcome: line.outcome,
          ...(line.rows === undefined ? {} : { rows: line.rows }),
          ...(line.row_count === undefined ? {} : { rowCount: line.row_count }),
          ...(line.message === undefined ? {} : { message: line.message }),
        },
      ];
    case 'output': {
      const { kind, cursor: _, run, run_at: _at, output, ...rest } = line;
      return [{ ...rest, kind, run: String(run), output: String(output) }];
    }
    case 'skipped':
      return [{ kind: 'skipped', at: line.at, lines: line.lines }];
  }
}
