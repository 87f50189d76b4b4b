import { lazy, Suspense } from 'react';
import type { CodeEditorViewProps } from './CodeEditorView.tsx';
import './editor.css';

const CodeEditorView = lazy(() => import('./CodeEditorView.tsx'));

/** A code editor that loads when it is first shown; until then the text stands where it will be. */
export function CodeField(props: CodeEditorViewProps) {
  return (
    <Suspense
      fallback={
        <div
          className={`code-editor ${props.className ?? ''}`}
          style={{ minHeight: props.minHeight, maxHeight: props.maxHeight }}
          aria-busy="true"
        />
      }
    >
      <CodeEditorView {...props} />
    </Suspense>
  );
}
