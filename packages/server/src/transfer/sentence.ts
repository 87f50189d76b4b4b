/** The sentence in an error body of the API, unwrapped where EMQX's message is itself JSON; else the text as it came. */
export function sentenceOf(text: string): string {
  const { message, reason } = parsed(text);
  if (message === undefined) return typeof reason === 'string' ? reason : text;
  if (typeof message !== 'string') return JSON.stringify(message);
  const inner = parsed(message);
  if (typeof inner.message === 'string') return inner.message;
  if (inner.reason === undefined) return message;
  const said = typeof inner.reason === 'string' ? inner.reason : JSON.stringify(inner.reason);
  return typeof inner.path === 'string' ? `${inner.path.replace(/^root\./, '')}: ${said}` : said;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
