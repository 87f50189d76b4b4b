import { text } from '../routes/scalar.ts';

/** A client id or user name that can be an address of the API. */
export const mqttName = text.refine(
  (value) => value !== '' && Buffer.byteLength(value) <= 512 && !value.includes('\0'),
  'must have 1 to 512 bytes and no NUL',
);
