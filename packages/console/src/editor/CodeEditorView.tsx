import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type CodeEditor, type CodeEditorOptions, createCodeEditor } from './code-editor.ts';

export type CodeEditorHandle = Pick<CodeEditor, 'focus' | 'reveal'>;

export interface CodeEditorViewProps extends Omit<CodeEditorOptions, 'text' | 'service' | 'fields'> {
  readonly value: string;
  readonly service?: CodeEditorOptions['service'];
  readonly fields?: readonly string[];
  readonly minHeight?: number;
  readonly maxHeight?: number;
  readonly className?: string;
  readonly handle?: Ref<CodeEditorHandle>;
}

/** The editor as a component. Callbacks may change with every render; the editor itself stays. */
export default function CodeEditorView(props: CodeEditorViewProps) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const latest = useRef(props);
  latest.current = props;

  const { mode, label, value, readOnly = false, words } = props;
  const showNumbers = props.lineNumbers;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what may change later has an effect of its own below
  useEffect(() => {
    if (parent.current === null) return;
    const current = () => latest.current;
    const { fields, onRun, placeholder } = current();
    const made = createCodeEditor(parent.current, {
      text: current().value,
      mode,
      label,
      words,
      readOnly,
      ...(showNumbers === undefined ? {} : { lineNumbers: showNumbers }),
      ...(placeholder === undefined ? {} : { placeholder }),
      ...(fields === undefined ? {} : { fields: () => current().fields ?? [] }),
      ...(onRun === undefined ? {} : { onRun: () => current().onRun?.() }),
      service: () => {
        const { service } = current();
        if (service === undefined) throw new Error('an SQL editor needs a language service');
        return service();
      },
      onChange: (text) => current().onChange?.(text),
      onDiagnostics: (list) => current().onDiagnostics?.(list),
      onCursor: (place) => current().onCursor?.(place),
    });
    editor.current = made;
    return () => made.destroy();
  }, [mode, label, showNumbers]);

  useEffect(() => editor.current?.setText(value), [value]);
  useEffect(() => editor.current?.setReadOnly(readOnly), [readOnly]);
  useEffect(() => editor.current?.setWords(words), [words]);
  useImperativeHandle(
    props.handle,
    () => ({
      focus: () => editor.current?.focus(),
      reveal: (from, to) => editor.current?.reveal(from, to),
    }),
    [],
  );

  return (
    <div
      ref={parent}
      className={`code-editor ${props.className ?? ''}`}
      style={{ minHeight: props.minHeight, maxHeight: props.maxHeight }}
    />
  );
}
