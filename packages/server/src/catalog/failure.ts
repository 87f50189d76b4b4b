import { type Failure, type FieldFault, fail, faultFailure } from '@sluice/contract';

/** Short ways to the failures that plans and routes give. */

export function badRequest(message: string, data?: Failure['data']): { readonly ok: false; readonly error: Failure } {
  return fail({ code: 'BAD_REQUEST', message, ...(data !== undefined && { data }) });
}

export function notFound(message: string): { readonly ok: false; readonly error: Failure } {
  return fail({ code: 'NOT_FOUND', message });
}

export function fieldFault(fault: FieldFault): { readonly ok: false; readonly error: Failure } {
  return fail(faultFailure([fault]));
}
