import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { getSession } from '../api/session-store.ts';
import { Crashed } from './Crashed.tsx';
import { Frame } from './frame/Frame.tsx';
import { NotFound, StrayPage } from './NotFound.tsx';
import { listSearch, parseSearch, pickSearch, stringifySearch } from './search.ts';

const root = createRootRoute({ notFoundComponent: StrayPage });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: pickSearch('to', 'reason'),
  component: lazyRouteComponent(() => import('../session/SignInPage.tsx'), 'SignInPage'),
});

/** Everything behind the sign-in. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: ({ location }) => {
    if (getSession() !== undefined) return;
    throw redirect({
      to: '/login',
      search: location.pathname === '/' ? {} : { to: location.pathname + location.searchStr },
    });
  },
  component: Frame,
  errorComponent: Crashed,
});

const index = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('../overview/OverviewPage.tsx'), 'OverviewPage'),
});

/** Any other address: said inside the frame, so that the way on is at hand. */
const nothing = createRoute({ getParentRoute: () => frame, path: '$', component: NotFound });

const connectorList = createRoute({
  getParentRoute: () => frame,
  path: '/connector',
  validateSearch: listSearch('type', 'status', 'enable'),
  component: lazyRouteComponent(() => import('../connectors/ConnectorListPage.tsx'), 'ConnectorListPage'),
});
const connectorCreate = createRoute({
  getParentRoute: () => frame,
  path: '/connector/create',
  validateSearch: pickSearch('action', 'target', 'type'),
  component: lazyRouteComponent(() => import('../connectors/ConnectorCreatePage.tsx'), 'ConnectorCreatePage'),
});
const connectorDetail = createRoute({
  getParentRoute: () => frame,
  path: '/connector/$id',
  validateSearch: pickSearch('tab'),
  component: lazyRouteComponent(() => import('../connectors/ConnectorDetailPage.tsx'), 'ConnectorDetailPage'),
});

const rules = () => import('../rules/routes.tsx');
const ruleList = createRoute({
  getParentRoute: () => frame,
  path: '/rule/rules',
  validateSearch: listSearch('state', 'input', 'output', 'enable'),
  component: lazyRouteComponent(rules, 'RuleListPage'),
});
const ruleCreate = createRoute({
  getParentRoute: () => frame,
  path: '/rule/rules/create',
  validateSearch: pickSearch(
    'direction',
    'connName',
    'connType',
    'actionId',
    'sourceId',
    'action',
    'target',
    'example',
  ),
  component: lazyRouteComponent(rules, 'RuleCreatePage'),
});
const ruleDetail = createRoute({
  getParentRoute: () => frame,
  path: '/rule/rules/$id',
  validateSearch: pickSearch('tab'),
  component: lazyRouteComponent(rules, 'RuleDetailPage'),
});

const actions = () => import('../actions/routes.tsx');
const actionList = createRoute({
  getParentRoute: () => frame,
  path: '/rule/actions',
  validateSearch: listSearch('type', 'status', 'enable', 'rule'),
  component: lazyRouteComponent(actions, 'ActionListPage'),
});
const deadLetters = createRoute({
  getParentRoute: () => frame,
  path: '/rule/actions/dead-letters',
  validateSearch: pickSearch('action', 'reason', 'page'),
  component: lazyRouteComponent(actions, 'DeadLettersPage'),
});
const actionDetail = createRoute({
  getParentRoute: () => frame,
  path: '/rule/actions/$id',
  validateSearch: pickSearch('tab', 'action'),
  component: lazyRouteComponent(actions, 'ActionDetailPage'),
});
const sourceList = createRoute({
  getParentRoute: () => frame,
  path: '/rule/source',
  validateSearch: listSearch('type', 'status', 'enable', 'rule'),
  component: lazyRouteComponent(actions, 'SourceListPage'),
});
const sourceDetail = createRoute({
  getParentRoute: () => frame,
  path: '/rule/source/$id',
  validateSearch: pickSearch('tab', 'action'),
  component: lazyRouteComponent(actions, 'SourceDetailPage'),
});

const webhookList = createRoute({
  getParentRoute: () => frame,
  path: '/webhook',
  validateSearch: listSearch('status', 'enable'),
  component: lazyRouteComponent(() => import('../webhooks/WebhookListPage.tsx'), 'WebhookListPage'),
});
const webhookCreate = createRoute({
  getParentRoute: () => frame,
  path: '/webhook/create',
  validateSearch: pickSearch('trigger'),
  component: lazyRouteComponent(() => import('../webhooks/WebhookCreatePage.tsx'), 'WebhookCreatePage'),
});
const webhookDetail = createRoute({
  getParentRoute: () => frame,
  path: '/webhook/$name',
  validateSearch: pickSearch('tab'),
  component: lazyRouteComponent(() => import('../webhooks/WebhookDetailPage.tsx'), 'WebhookDetailPage'),
});

const mqtt = createRoute({
  getParentRoute: () => frame,
  path: '/mqtt',
  validateSearch: pickSearch('tab', 'q', 'state', 'page'),
  component: lazyRouteComponent(() => import('../mqtt/MqttPage.tsx'), 'MqttPage'),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  validateSearch: pickSearch('tab'),
  component: lazyRouteComponent(() => import('../settings/SettingsPage.tsx'), 'SettingsPage'),
});

const routeTree = root.addChildren([
  login,
  frame.addChildren([
    index,
    connectorList,
    connectorCreate,
    connectorDetail,
    ruleList,
    ruleCreate,
    ruleDetail,
    actionList,
    deadLetters,
    actionDetail,
    sourceList,
    sourceDetail,
    webhookList,
    webhookCreate,
    webhookDetail,
    mqtt,
    settings,
    nothing,
  ]),
]);

export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Crashed,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  scrollRestoration: true,
  // An id reads as it is: /connector/http:dispatch-api
  pathParamsAllowedCharacters: [':', '@', '+'],
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
