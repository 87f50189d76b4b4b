import { matchesTopic, parseResourceId } from '@sluice/contract';
import { z } from 'zod';
import type { RuleEntry } from '../catalog/entry.ts';
import { ruleActions, ruleSources } from '../catalog/view.ts';
import { jsonText } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { pageOf } from './paging.ts';
import { ruleText } from './rule-record.ts';
import { MAX_ROWS, openLimit, page, repeated, single } from './scalar.ts';

const ids = repeated.refine((values) => values.every((value) => parseResourceId(value) !== undefined), {
  error: 'must be an id, type:name',
});

const query = z.object({
  page,
  limit: openLimit,
  enable: single.optional().describe('true or false; anything else fits no rule, as in EMQX'),
  from: single.optional().describe('Rules with exactly this in FROM'),
  like_id: single.optional(),
  like_from: single.optional().describe('Part of a topic in FROM'),
  match_from: single.optional().describe('Rules whose FROM fits this topic filter'),
  like_description: single.optional(),
  action: ids.optional().describe('Rules that use any of these actions'),
  source: ids.optional().describe('Rules that use any of these sources'),
});

type Query = z.infer<typeof query>;

function filters(query: Query): ((rule: RuleEntry) => boolean)[] {
  const { from, like_id, like_from, match_from, like_description, action, source } = query;
  const wanted: ((rule: RuleEntry) => boolean)[] = [];
  if (from !== undefined) wanted.push((rule) => rule.from.includes(from));
  if (like_id !== undefined) wanted.push((rule) => rule.config.id.includes(like_id));
  if (like_from !== undefined) wanted.push((rule) => rule.from.some((topic) => topic.includes(like_from)));
  if (match_from !== undefined) wanted.push((rule) => rule.from.some((topic) => matchesTopic(topic, match_from)));
  if (like_description !== undefined) wanted.push((rule) => rule.config.description.includes(like_description));
  if (action !== undefined) wanted.push((rule) => ruleActions(rule).some((id) => action.includes(id)));
  if (source !== undefined) wanted.push((rule) => ruleSources(rule).some((id) => source.includes(id)));
  return wanted;
}

export function ruleListRoute({ catalog }: Services): Route {
  return route({
    method: 'GET',
    path: '/rules',
    tag: 'rules',
    summary: 'A page of the rules. The total is given only without filters other than enable',
    query,
    errors: ['BAD_REQUEST'],
    handle({ query }) {
      const wanted = filters(query);
      const { enable } = query;
      const all = catalog.view.rules();
      const rules = enable === undefined ? all : all.filter((rule) => String(rule.config.enable) === enable);
      const found = wanted.length === 0 ? rules : rules.filter((rule) => wanted.every((fits) => fits(rule)));
      const { data, meta } = pageOf(found, query, wanted.length === 0, MAX_ROWS);
      return jsonText(`{"data":[${data.map(ruleText).join(',')}],"meta":${JSON.stringify(meta)}}`);
    },
  });
}
