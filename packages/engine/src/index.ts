export { SYSTEMS } from './connectors/systems.ts';
export * from './host.ts';
