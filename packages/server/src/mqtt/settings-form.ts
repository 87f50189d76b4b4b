import { z } from 'zod';
import { text } from '../routes/scalar.ts';

/** A password of an MQTT user, as a client gives it. */
export const USER_PASSWORD = text.refine(
  (value) => value !== '' && Buffer.byteLength(value) <= 512 && !value.includes('\0'),
  'must have 1 to 512 bytes and no NUL',
);

/** What happens when no permission fits, and to who tries what is forbidden. */
export const AUTHORIZATION = z.object({
  no_match: z.enum(['allow', 'deny']),
  deny_action: z.enum(['ignore', 'disconnect']).default('ignore'),
  cache: z.record(z.string(), z.unknown()).optional().describe('Taken and not changed'),
});
