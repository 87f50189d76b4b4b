import { z } from 'zod';

/** What happens when no permission fits, and to who tries what is forbidden. */
export const AUTHORIZATION = z.object({
  no_match: z.enum(['allow', 'deny']),
  deny_action: z.enum(['ignore', 'disconnect']).default('ignore'),
  cache: z.record(z.string(), z.unknown()).optional().describe('Taken and not changed'),
});
