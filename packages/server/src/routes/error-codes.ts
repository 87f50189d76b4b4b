import type { ErrorCode } from '@sluice/contract';
import { z } from 'zod';
import { json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

const MEANING: Record<ErrorCode, string> = {
  ALREADY_EXISTS: 'An object of this name is there already',
  API_KEY_NOT_ALLOW: 'API keys may not do this',
  AUTHORIZATION_HEADER_ERROR: 'The request carries no credentials',
  BAD_API_KEY_OR_SECRET: 'The API key or its secret is wrong',
  BAD_REQUEST: 'Something in the request is wrong; the message says what',
  BAD_TOKEN: 'The token is not valid',
  BAD_USERNAME_OR_PWD: 'The user name or the password is wrong',
  CLIENTID_NOT_FOUND: 'No such client is connected',
  CONFLICT: 'The request does not go with the state of the object',
  INTERNAL_ERROR: 'A fault of the server; its log has details',
  INVALID_PARAMETER: 'A parameter is out of its bounds',
  NOT_ALLOWED: 'This may not be done',
  NOT_FOUND: 'There is no such object',
  NOT_IMPLEMENTED: 'This backend cannot do it',
  NOT_MATCH: 'The event does not fit the statement',
  PRECONDITION_FAILED: 'Somebody else has changed the object since it was read',
  RATE_LIMITED: 'Too many requests; try again later',
  RULE_NOT_FOUND: 'There is no such rule',
  SERVICE_UNAVAILABLE: 'A part that is needed does not answer',
  TEST_FAILED: 'The connection test failed; the message says why',
  TOKEN_TIME_OUT: 'The session has ended',
  TOPIC_NOT_FOUND: 'Nobody has subscribed to this topic',
  UNAUTHORIZED_ROLE: 'The role may not do this',
  UNSUPPORTED_MEDIA_TYPE: 'The content type is not JSON',
  USER_NOT_FOUND: 'There is no such user',
};

const codes = Object.keys(MEANING) as [ErrorCode, ...ErrorCode[]];

export function errorCodeRoutes(): Route[] {
  return [
    route({
      method: 'GET',
      path: '/error_codes',
      tag: 'monitoring',
      summary: 'All error codes and what they mean',
      handle: () => json(codes.map((code) => ({ code, description: MEANING[code] }))),
    }),
    route({
      method: 'GET',
      path: '/error_codes/:code',
      tag: 'monitoring',
      summary: 'One error code',
      params: z.object({ code: z.enum(codes) }),
      errors: ['BAD_REQUEST'],
      handle: ({ params }) => json({ code: params.code, description: MEANING[params.code] }),
    }),
  ];
}
