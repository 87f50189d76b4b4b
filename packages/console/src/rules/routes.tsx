import { lazy } from 'react';

export { RuleListPage } from './RuleListPage.tsx';

/** The list does not wait for the language and the editor. */
export const RuleCreatePage = lazy(() =>
  import('./RuleCreatePage.tsx').then((module) => ({ default: module.RuleCreatePage })),
);
export const RuleDetailPage = lazy(() =>
  import('./RuleDetailPage.tsx').then((module) => ({ default: module.RuleDetailPage })),
);
