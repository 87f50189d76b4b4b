import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useMemo, useRef } from 'react';
import './markdown.css';

interface Heading {
  readonly depth: number;
  readonly text: string;
}

interface Rendered {
  /** Safe to put into the page. */
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Markdown as HTML without anything that runs, loads or leads astray; its headings in order. */
export function renderMarkdown(text: string): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    gfm: true,
    walkTokens: (token) => {
      if (token.type === 'heading') headings.push({ depth: Number(token.depth), text: String(token.text) });
    },
  });
  const html = DOMPurify.sanitize(marked.parse(text, { async: false }), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'img', 'video', 'audio'],
    FORBID_ATTR: ['style', 'id', 'class'],
  });
  return { html, headings };
}

/** A text in Markdown; `contents` puts links to its headings above it. */
export default function MarkdownView({
  text,
  contents,
}: {
  readonly text: string;
  /** Name of the table of contents; none without it. */
  readonly contents?: string | undefined;
}) {
  const { html, headings } = useMemo(() => renderMarkdown(text), [text]);
  const body = useRef<HTMLDivElement>(null);
  // The address belongs to the router: headings are gone to without it.
  const goTo = (index: number) => {
    const heading = body.current?.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')[index];
    heading?.scrollIntoView({ block: 'start' });
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  };
  return (
    <div className="markdown-view">
      {contents !== undefined && headings.length > 1 && (
        <nav aria-label={contents}>
          <ol className="markdown-contents">
            {headings.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headings have no identity but their place
              <li key={index} style={{ paddingLeft: `${(heading.depth - 1) * 12}px` }}>
                <button type="button" className="link" onClick={() => goTo(index)}>
                  {heading.text}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above */}
      <div ref={body} className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}
