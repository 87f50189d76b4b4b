/** 8 to 64 characters with at least two kinds: letters, digits, others. */
export function isGoodPassword(password: string): boolean {
  if (password.length < 8 || password.length > 64) return false;
  return [/[A-Za-z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length >= 2;
}
