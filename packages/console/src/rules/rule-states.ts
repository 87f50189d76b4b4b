import type { RuleMetrics, RuleRecord } from '@sluice/contract';
import { useCallback } from 'react';
import { useChannels } from '../api/channels.ts';
import type { Shape, Tone } from '../ui/Glyph.tsx';
import { type RuleState, ruleState } from './rule-state.ts';

interface StateLook {
  readonly tone: Tone;
  readonly shape: Shape;
  readonly word: RuleState;
}

export const STATE_LOOKS: Readonly<Record<RuleState, StateLook>> = {
  output_failing: { tone: 'bad', shape: 'diamond', word: 'output_failing' },
  sql_errors: { tone: 'warn', shape: 'triangle', word: 'sql_errors' },
  output_unstable: { tone: 'warn', shape: 'triangle', word: 'output_unstable' },
  running: { tone: 'ok', shape: 'disc', word: 'running' },
  idle: { tone: 'off', shape: 'dash', word: 'idle' },
  disabled: { tone: 'off', shape: 'ring', word: 'disabled' },
};

/** The state of any rule, from what its outputs say and, where known, its own counters. */
export function useRuleStates(): (rule: RuleRecord, metrics?: RuleMetrics) => RuleState {
  const actions = useChannels('action').data;
  return useCallback(
    (rule, metrics) => {
      const ids = rule.actions.filter((output): output is string => typeof output === 'string');
      const known = actions === undefined ? [] : ids.flatMap((id) => actions.filter((action) => action.id === id));
      const missing =
        actions === undefined ? 0 : ids.filter((id) => !actions.some((action) => action.id === id)).length;
      return ruleState(
        rule.enable,
        known.map((action) => ({ enable: action.enable, status: action.status ?? 'disconnected' })),
        missing,
        metrics,
      );
    },
    [actions],
  );
}
