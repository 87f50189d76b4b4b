import type { Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { alarmRoutes } from './alarms.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { auditRoute } from './audit.ts';
import { channelRoutes } from './channels.ts';
import { clientRoutes } from './clients.ts';
import { errorCodeRoutes } from './error-codes.ts';
import { frameRoutes } from './frame.ts';
import { listenerRoutes } from './listeners.ts';
import { liveRoutes } from './live.ts';
import { loginRoutes } from './login.ts';
import { loopRoutes } from './loops.ts';
import { monitoringRoutes } from './monitoring.ts';
import { mqttAuthenticationRoutes } from './mqtt-authentication.ts';
import { mqttAuthorizationRoutes } from './mqtt-authorization.ts';
import { mqttBanRoutes } from './mqtt-bans.ts';
import { mqttRuleRoutes } from './mqtt-rules.ts';
import { nodeRoutes } from './nodes.ts';
import { prometheusRoute } from './prometheus.ts';
import { publishRoutes } from './publish.ts';
import { resourceRoutes } from './resources.ts';
import { retainedRoutes } from './retained.ts';
import { ruleEngineRoutes } from './rule-engine.ts';
import { ruleEventsRoute } from './rule-events.ts';
import { ruleListRoute } from './rule-list.ts';
import { ruleTestRoutes } from './rule-test.ts';
import { ruleRoutes } from './rules.ts';
import { schemaRoutes } from './schemas.ts';
import { sluiceRoutes } from './sluice.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { tapRoutes } from './tap.ts';
import { traceRoutes } from './traces.ts';
import { transferRoutes } from './transfer.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

/** The table of routes: the whole API, one row a call. */
export function allRoutes(services: Services): readonly Route[] {
  return [
    ...loginRoutes(services),
    ...userRoutes(services),
    ...apiKeyRoutes(services),
    ...resourceRoutes(services, 'connector'),
    ...resourceRoutes(services, 'action'),
    ...channelRoutes(services, 'action'),
    ...resourceRoutes(services, 'source'),
    ...channelRoutes(services, 'source'),
    ruleListRoute(services),
    ...ruleRoutes(services),
    ...ruleTestRoutes(services),
    ruleEventsRoute(),
    ...ruleEngineRoutes(services),
    ...schemaRoutes(services),
    ...nodeRoutes(services),
    ...monitoringRoutes(services),
    ...listenerRoutes(services),
    ...clientRoutes(services),
    ...subscriptionRoutes(services),
    ...retainedRoutes(services),
    ...mqttAuthenticationRoutes(services),
    ...mqttAuthorizationRoutes(services),
    ...mqttRuleRoutes(services),
    ...mqttBanRoutes(services),
    ...alarmRoutes(services),
    ...errorCodeRoutes(),
    prometheusRoute(services),
    ...frameRoutes(),
    ...traceRoutes(services),
    ...publishRoutes(services),
    ...sluiceRoutes(services),
    ...loopRoutes(services),
    ...webhookRoutes(services),
    ...transferRoutes(services),
    auditRoute(services),
    ...liveRoutes(services),
    ...tapRoutes(services),
  ];
}
