import { runJq } from '../jq/jq.ts';
import { count, string } from './arguments.ts';
import type { jqDocs } from './docs/codec.ts';
import type { Implementations } from './implementation.ts';

export const jq: Implementations<typeof jqDocs> = {
  jq: {
    run(frame, program, value, ...timeout) {
      if (timeout.length > 0) count(timeout[0]);
      const input = typeof value === 'string' ? frame.decode(value) : value;
      return runJq(string(program), input, () => frame.environment.now());
    },
  },
};
