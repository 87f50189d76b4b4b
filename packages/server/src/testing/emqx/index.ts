export { type Emqx, type EmqxOptions, startEmqx } from './start-emqx.ts';
