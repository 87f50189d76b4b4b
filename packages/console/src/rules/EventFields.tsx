import { columnHelp } from '@sluice/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../editor/CodeField.tsx';
import { useEditorWords } from '../editor/use-editor-words.ts';
import { usePick } from '../i18n/index.ts';
import { Segments } from '../ui/Segments.tsx';
import type { TestField } from './test-event.ts';

/** The fields of a made-up event. Names are those of the rule language; what they mean stands in the tooltip. */
export function EventFields({
  fields,
  readOnly,
  onChange,
  onRun,
}: {
  readonly fields: readonly TestField[];
  readonly readOnly: boolean;
  readonly onChange: (fields: readonly TestField[]) => void;
  readonly onRun: () => void;
}) {
  const pick = usePick();
  const set = (name: string, text: string) =>
    onChange(fields.map((field) => (field.name === name ? { ...field, text } : field)));
  // Long texts have a row of their own, before the short ones that share theirs.
  const sorted = [...fields.filter(isLong), ...fields.filter((field) => !isLong(field))];
  return (
    <div className="event-fields">
      {sorted.map((field) => {
        if (field.name === 'payload') {
          return (
            <PayloadField
              key={field.name}
              field={field}
              readOnly={readOnly}
              onChange={(text) => set(field.name, text)}
              onRun={onRun}
            />
          );
        }
        const help = columnHelp(field.name);
        return (
          <FieldInput
            key={field.name}
            field={field}
            readOnly={readOnly}
            help={help && pick(help)}
            onChange={(text) => set(field.name, text)}
          />
        );
      })}
    </div>
  );
}

/** Topics are long; so is what an example shows to be. The payload comes last, as it always has. */
function isLong({ name, example }: TestField): boolean {
  return name === 'topic' || (name !== 'payload' && typeof example === 'string' && example.length > 18);
}

function FieldInput({
  field,
  readOnly,
  help,
  onChange,
}: {
  readonly field: TestField;
  readonly readOnly: boolean;
  readonly help: string | undefined;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className={isLong(field) ? 'event-field long' : 'event-field'}>
      <label htmlFor={id} title={help}>
        {field.name}
      </label>
      {typeof field.example === 'boolean' ? (
        <select
          id={id}
          className="input mono"
          disabled={readOnly}
          value={field.text}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      ) : (
        <input
          id={id}
          className="input mono"
          value={field.text}
          readOnly={readOnly}
          title={help}
          autoComplete="off"
          spellCheck={false}
          inputMode={typeof field.example === 'number' ? 'numeric' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}

function PayloadField({
  field,
  readOnly,
  onChange,
  onRun,
}: {
  readonly field: TestField;
  readonly readOnly: boolean;
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
        readOnly={readOnly}
        onChange={onChange}
        onRun={onRun}
        minHeight={84}
        maxHeight={260}
      />
    </div>
  );
}
