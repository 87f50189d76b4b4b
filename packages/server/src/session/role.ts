/** Administrators may do everything; viewers read (decision 10). */
export type Role = 'administrator' | 'viewer';

export const ROLES = ['administrator', 'viewer'] as const satisfies readonly Role[];
