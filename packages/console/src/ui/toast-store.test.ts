// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { request } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { dismissToast, getToasts, toastError } from './toast-store.ts';

const refused = (status: number) => new ApiError('refused', status, 'BAD_REQUEST', 'no');

afterEach(() => {
  for (const toast of getToasts()) dismissToast(toast.id);
  vi.unstubAllGlobals();
});

describe('error messages', () => {
  it('show a status once until all requests have ended', async () => {
    toastError(refused(400));
    toastError(refused(400));
    toastError(refused(503));
    expect(getToasts().map((toast) => toast.error?.status)).toEqual([400, 503]);
    vi.stubGlobal('fetch', async () => new Response('{}'));
    await request('/x');
    await new Promise((resolve) => setTimeout(resolve, 5));
    toastError(refused(400));
    expect(getToasts()).toHaveLength(3);
  });
  it('say nothing about what was cancelled, nor about the end of a session', () => {
    toastError(new ApiError('cancelled', 0, '', ''));
    toastError(refused(401));
    expect(getToasts()).toEqual([]);
  });
  it('say once that there is no answer', () => {
    toastError(new ApiError('network', 0, '', ''));
    toastError(new ApiError('network', 0, '', ''));
    expect(getToasts()).toHaveLength(1);
  });
});
