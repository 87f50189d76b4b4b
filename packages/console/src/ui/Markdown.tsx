import { lazy, Suspense } from 'react';

const MarkdownView = lazy(() => import('./MarkdownView.tsx'));

/** A text in Markdown; until what renders it has loaded, the text as it is. `contents` as in `MarkdownView`. */
export function Markdown({ text, contents }: { readonly text: string; readonly contents?: string | undefined }) {
  return (
    <Suspense fallback={<div className="plain-value break">{text}</div>}>
      <MarkdownView text={text} contents={contents} />
    </Suspense>
  );
}
