export {
  DEFAULT_LIMITS as BROKER_LIMITS,
  hashPassword as hashMqttPassword,
  isNetwork,
  STAT_NAMES as BROKER_STAT_NAMES,
} from '@sluice/broker';
export { isForbiddenHost } from './connectors/guard.ts';
export { SYSTEMS } from './connectors/systems.ts';
export { createEngine, type EngineEnvironment } from './host/engine.ts';
export { createEngineWorker, type EngineWorkerOptions } from './host/worker-host.ts';
export * from './host.ts';
export * from './mqtt.ts';
