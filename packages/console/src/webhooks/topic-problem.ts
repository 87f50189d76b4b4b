import { topicFilterFault } from '@sluice/contract';
import { fitsStatement } from './trigger.ts';

export type TopicProblem = 'topicEmpty' | 'topicTwice' | 'topicBad' | 'topicQuote';

/** What is wrong with each topic filter of a trigger; `undefined` where nothing is. */
export function topicProblems(topics: readonly string[]): readonly (TopicProblem | undefined)[] {
  return topics.map((topic, index) => {
    if (topic.trim() === '') return 'topicEmpty';
    if (topics.indexOf(topic) < index) return 'topicTwice';
    if (topicFilterFault(topic) !== undefined) return 'topicBad';
    return fitsStatement(topic) ? undefined : 'topicQuote';
  });
}
