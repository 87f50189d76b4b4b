import { type Diagnostic, decodeJson, fromList, type LanguageContext, replaceFrom } from '@sluice/rulesql';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannels } from '../api/channels.ts';
import { useRuleEvents } from '../api/rule-events.ts';
import { ChannelForm } from '../channels/ChannelForm.tsx';
import { useChannelTypes } from '../channels/channel-types.ts';
import type { CodeEditorHandle } from '../editor/CodeEditorView.tsx';
import { inputName, inputOf } from '../editor/rule-input.ts';
import { fieldsOf, formatSql, sqlService } from '../editor/sql-language.ts';
import { useLanguage } from '../i18n/index.ts';
import { toastDone } from '../ui/toast-store.ts';
import { ExamplesDrawer } from './ExamplesDrawer.tsx';
import { FunctionsDrawer } from './FunctionsDrawer.tsx';
import { InputDrawer } from './InputDrawer.tsx';
import { LoopNote } from './LoopNote.tsx';
import { OutputDrawer } from './OutputDrawer.tsx';
import type { OpenDrawer } from './open-drawer.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RuleStrip } from './RuleStrip.tsx';
import { DEFAULT_SQL, type RuleDraft } from './rule-draft.ts';
import type { RuleFlow } from './rule-flow.ts';
import { outputName } from './rule-output.ts';
import { SqlPanel } from './SqlPanel.tsx';
import { TryItPanel } from './TryItPanel.tsx';
import { testableEvents } from './test-event.ts';
import { useLoops } from './use-loops.ts';
import './rules.css';

export interface RuleEditorProps {
  /** The name under which the draft is kept. */
  readonly draftKey: string;
  readonly draft: RuleDraft;
  readonly change: (part: Partial<RuleDraft>) => void;
  readonly flow?: RuleFlow;
  /** Does it differ from what is stored? */
  readonly isDirty: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly onDiagnostics: (list: readonly Diagnostic[]) => void;
  /** Why nothing can be changed; absent when it can. */
  readonly locked: string | undefined;
  /** Counts up to run the test. */
  readonly runs: number;
  readonly onRun: () => void;
  readonly handle: Ref<RuleEditorHandle>;
  /** Opens with the page, from the address. */
  readonly start?: OpenDrawer;
}

export interface RuleEditorHandle {
  /** What is wrong with the statement as it stands now: the notes in the editor wait for typing to rest. */
  readonly diagnose: () => readonly Diagnostic[];
  /** Leads to the place in the statement. */
  readonly reveal: (diagnostic: Diagnostic) => void;
}

/** The payload of the test event, for completing what is inside it. */
function sampleOf(payload: string): unknown {
  const decoded = decodeJson(payload);
  return decoded.ok ? decoded.value : undefined;
}

/** The body of a rule: the strip, the statement, the test. */
export function RuleEditor(props: RuleEditorProps) {
  const { draft, change, locked } = props;
  const readOnly = locked !== undefined;
  const { t } = useTranslation('rules');
  const events = useRuleEvents();
  const types = useChannelTypes('action');
  const [drawer, setDrawer] = useState<OpenDrawer | undefined>(props.start);
  const editor = useRef<CodeEditorHandle>(null);
  const language = useLanguage();
  const sources = useChannels('source').data;
  const [payload, setPayload] = useState('');
  const context = useMemo(
    (): LanguageContext => ({
      events,
      ...(sources === undefined ? {} : { sources: sources.map((source) => source.id) }),
      republishTopics: draft.outputs.flatMap((output) => (output.kind === 'republish' ? [output.args.topic] : [])),
      sample: sampleOf(payload),
    }),
    [events, sources, draft.outputs, payload],
  );
  const service = useMemo(() => sqlService(context, language), [context, language]);

  useImperativeHandle(
    props.handle,
    () => ({
      diagnose: () => service.diagnostics(draft.sql),
      reveal: ({ span }) => editor.current?.reveal(span.from, span.to),
    }),
    [service, draft.sql],
  );

  const list = useMemo(() => fromList(draft.sql), [draft.sql]);
  const inputs = useMemo(() => list.map(inputOf), [list]);
  const tests = useMemo(() => testableEvents(events, inputs), [events, inputs]);
  const fields = useMemo(() => fieldsOf(draft.sql, context), [draft.sql, context]);
  const formatted = useMemo(() => formatSql(draft.sql, props.diagnostics), [draft.sql, props.diagnostics]);
  const { outputs } = draft;
  const actions = useMemo(() => outputs.map((output) => output.raw), [outputs]);
  const isBroken = props.diagnostics.some((one) => one.severity === 'error');
  const loops = useLoops({ id: draft.id, sql: draft.sql, actions }, isBroken);
  const close = () => setDrawer(undefined);

  const setFrom = (next: readonly string[]) => {
    change({ sql: replaceFrom(draft.sql, next) });
    close();
  };
  const at = (index: number) => (drawer !== undefined && 'index' in drawer ? drawer.index === index : false);
  const editedInput = drawer?.kind === 'input' && drawer.index !== undefined ? inputs[drawer.index] : undefined;
  const editedOutput =
    drawer?.kind === 'output' && drawer.index !== undefined ? draft.outputs[drawer.index] : undefined;
  const removed =
    drawer?.kind === 'removeInput'
      ? inputs[drawer.index] && inputName(inputs[drawer.index] as (typeof inputs)[number])
      : drawer?.kind === 'removeOutput'
        ? draft.outputs[drawer.index] && outputName(draft.outputs[drawer.index] as (typeof draft.outputs)[number])
        : undefined;

  return (
    <>
      <RuleStrip
        inputs={inputs}
        outputs={draft.outputs}
        enable={draft.enable}
        locked={locked}
        {...(props.flow === undefined ? {} : { flow: props.flow })}
        {...(readOnly
          ? {}
          : {
              edits: {
                onAddInput: () => setDrawer({ kind: 'input' }),
                onEditInput: (index) => setDrawer({ kind: 'input', index }),
                onRemoveInput: (index) => setDrawer({ kind: 'removeInput', index }),
                onAddOutput: () => setDrawer({ kind: 'output' }),
                onEditOutput: (index) => setDrawer({ kind: 'output', index }),
                onRemoveOutput: (index) => setDrawer({ kind: 'removeOutput', index }),
              },
            })}
      />
      <LoopNote loops={loops} />
      <div className="rule-columns">
        <SqlPanel
          sql={draft.sql}
          onChange={(sql) => change({ sql })}
          service={service}
          diagnostics={props.diagnostics}
          onDiagnostics={props.onDiagnostics}
          onRun={props.onRun}
          onExamples={() => setDrawer({ kind: 'examples' })}
          onFunctions={() => setDrawer({ kind: 'functions' })}
          onFormat={formatted === undefined || formatted === draft.sql ? undefined : () => change({ sql: formatted })}
          onReveal={(from, to) => editor.current?.reveal(from, to)}
          readOnly={readOnly}
          handle={editor}
        />
        <TryItPanel
          draftKey={props.draftKey}
          ruleId={draft.id}
          sql={draft.sql}
          actions={actions}
          inputs={inputs}
          events={tests}
          runs={props.runs}
          onPayload={setPayload}
          stored={props.flow === undefined ? undefined : { id: draft.id, enable: draft.enable, isDirty: props.isDirty }}
          locked={locked}
          isBroken={isBroken}
        />
      </div>
      <InputDrawer
        opened={drawer?.kind === 'input'}
        onClose={close}
        editing={editedInput}
        taken={list}
        events={events}
        {...(drawer?.kind === 'input' && drawer.type !== undefined
          ? { initialKind: 'source' as const, startWithNewSource: true }
          : {})}
        onDone={(from) =>
          setFrom(
            editedInput === undefined
              ? (drawer?.kind === 'input' && drawer.replace === true) || draft.sql === DEFAULT_SQL
                ? [from]
                : [...list, from]
              : list.map((one, index) => (at(index) ? from : one)),
          )
        }
        newSource={(done, back) => (
          <ChannelForm
            kind="source"
            {...(drawer?.kind === 'input' && drawer.type !== undefined ? { type: drawer.type } : {})}
            {...(drawer?.kind === 'input' && drawer.connector !== undefined ? { connector: drawer.connector } : {})}
            fields={[]}
            onDone={done}
            onCancel={back}
          />
        )}
      />
      <OutputDrawer
        opened={drawer?.kind === 'output'}
        onClose={close}
        editing={editedOutput}
        outputs={draft.outputs}
        types={types}
        fields={fields}
        {...(drawer?.kind === 'output' && drawer.type !== undefined
          ? { initialType: drawer.type, startWithNewAction: true }
          : {})}
        onDone={(output) => {
          change({
            outputs:
              editedOutput === undefined
                ? [...draft.outputs, output]
                : draft.outputs.map((one) => (one === editedOutput ? output : one)),
          });
          close();
        }}
        actionForm={({ type, id, onDone, onBack }) => (
          <ChannelForm
            kind="action"
            type={type}
            {...(id === undefined ? {} : { id })}
            {...(drawer?.kind === 'output' && drawer.connector !== undefined ? { connector: drawer.connector } : {})}
            fields={fields}
            onDone={onDone}
            onCancel={onBack}
          />
        )}
      />
      <RemoveDialog
        name={removed}
        kind={drawer?.kind === 'removeOutput' ? 'output' : 'input'}
        isLast={list.length <= 1}
        onClose={close}
        onConfirm={() => {
          if (drawer?.kind === 'removeInput') setFrom(list.filter((_, index) => !at(index)));
          else if (drawer?.kind === 'removeOutput') {
            change({ outputs: draft.outputs.filter((_, index) => !at(index)) });
            close();
          }
        }}
      />
      <ExamplesDrawer
        opened={drawer?.kind === 'examples'}
        onClose={close}
        onUse={
          readOnly
            ? undefined
            : (sql) => {
                change({ sql });
                close();
                toastDone(t('examples.used'));
              }
        }
      />
      <FunctionsDrawer opened={drawer?.kind === 'functions'} onClose={close} />
    </>
  );
}
