export { RuleCreatePage } from './RuleCreatePage.tsx';
export { RuleDetailPage } from './RuleDetailPage.tsx';
export { RuleListPage } from './RuleListPage.tsx';
