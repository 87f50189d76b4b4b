import { columnHelp } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../editor/CodeField.tsx';
import { useEditorWords } from '../editor/use-editor-words.ts';
import { usePick } from '../i18n/index.ts';
import { Field } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import type { TestField } from './test-event.ts';

/** The fields of a made-up event. Names are those of the rule language; what they mean stands in the tooltip. */
export function EventFields({
  fields,
  onChange,
  onRun,
}: {
  readonly fields: readonly TestField[];
  readonly onChange: (fields: readonly TestField[]) => void;
  readonly onRun: () => void;
}) {
  const pick = usePick();
  const set = (name: string, text: string) =>
    onChange(fields.map((field) => (field.name === name ? { ...field, text } : field)));
  return (
    <div className="event-fields">
      {fields.map((field) => {
        const help = columnHelp(field.name);
        const label = (
          <span className="mono small" title={help === undefined ? undefined : pick(help)}>
            {field.name}
          </span>
        );
        if (field.name === 'payload') {
          return (
            <PayloadField key={field.name} field={field} onChange={(text) => set(field.name, text)} onRun={onRun} />
          );
        }
        return (
          <Field key={field.name} label={label}>
            {(control) =>
              typeof field.example === 'boolean' ? (
                <select
                  {...control}
                  className="input mono"
                  value={field.text}
                  onChange={(event) => set(field.name, event.target.value)}
                >
                  <option value="true">true</option>
                  <option value="false">false</option>
                </select>
              ) : (
                <input
                  {...control}
                  className="input mono"
                  value={field.text}
                  autoComplete="off"
                  spellCheck={false}
                  inputMode={typeof field.example === 'number' ? 'numeric' : 'text'}
                  onChange={(event) => set(field.name, event.target.value)}
                />
              )
            }
          </Field>
        );
      })}
    </div>
  );
}

function PayloadField({
  field,
  onChange,
  onRun,
}: {
  readonly field: TestField;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}) {
  const { t } = useTranslation('rules');
  const words = useEditorWords();
  const [mode, setMode] = useState<'json' | 'plain'>('json');
  return (
    <div className="field wide">
      <div className="field-label">
        <span className="mono small">payload</span>
        <span className="opt">
          <Segments
            label={t('try.payloadMode')}
            value={mode}
            options={[
              { value: 'json', label: 'JSON' },
              { value: 'plain', label: t('try.plain') },
            ]}
            onChange={setMode}
          />
        </span>
      </div>
      <CodeField
        className="boxed"
        mode={mode}
        label={t('try.payload')}
        value={field.text}
        words={words}
        lineNumbers={false}
        onChange={onChange}
        onRun={onRun}
        minHeight={84}
        maxHeight={260}
      />
    </div>
  );
}
