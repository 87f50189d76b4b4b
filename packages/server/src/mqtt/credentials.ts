import { text } from '../routes/scalar.ts';

const credential = text.refine(
  (value) => value !== '' && Buffer.byteLength(value) <= 512 && !value.includes('\0'),
  'must have 1 to 512 bytes and no NUL',
);

/** A client id or user name that can be an address of the API. */
export const mqttName = credential;

/** A password of an MQTT user, as a client gives it. */
export const mqttPassword = credential;
