import type { ReactNode } from 'react';
import { formatJson, jsonTokens } from './json-text.ts';
import type { HighlightToken } from './language-service.ts';
import './code-text.css';

/** Coloured code to read, without an editor behind it. */
export function CodeText({
  text,
  tokens,
  label,
  scrolls = false,
}: {
  readonly text: string;
  readonly tokens: readonly HighlightToken[];
  readonly label: string;
  /** A long text has a box of limited height, which the keyboard reaches. */
  readonly scrolls?: boolean;
}) {
  return (
    <section
      className={scrolls ? 'code-text scrolls' : 'code-text'}
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
    >
      <pre>{painted(text, tokens)}</pre>
    </section>
  );
}

/** JSON text with its digits as they are, laid out to read. */
export function JsonText({ text, label }: { readonly text: string; readonly label: string }) {
  const laidOut = formatJson(text);
  return <CodeText text={laidOut} tokens={jsonTokens(laidOut)} label={label} />;
}

function painted(text: string, tokens: readonly HighlightToken[]): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const token of tokens) {
    if (token.from > end) parts.push(text.slice(end, token.from));
    parts.push(
      <span key={token.from} className={`tk-${token.class}`}>
        {text.slice(token.from, token.to)}
      </span>,
    );
    end = token.to;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** A sentence with `code` between backticks in monospace. */
export function WithCode({ text }: { readonly text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
