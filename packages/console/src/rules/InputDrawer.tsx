import { type RuleEvent, SOURCE_PREFIX, topicFilterFault } from '@sluice/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannels } from '../api/channels.ts';
import { ChannelPicks } from '../channels/ChannelPicks.tsx';
import type { RuleInput } from '../editor/rule-input.ts';
import { usePick } from '../i18n/index.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';

type Kind = RuleInput['kind'];
const KINDS: readonly Kind[] = ['topic', 'event', 'source'];

export interface InputDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The input that is changed; absent when one is added. */
  readonly editing: RuleInput | undefined;
  /** What FROM names already. */
  readonly taken: readonly string[];
  readonly events: readonly RuleEvent[];
  readonly initialKind?: Kind;
  readonly onDone: (from: string) => void;
  /** The form for a new source, in place of the list. */
  readonly newSource?: (done: (id: string) => void, back: () => void) => ReactNode;
  readonly startWithNewSource?: boolean;
}

/** Adds an input to FROM or changes one: a topic, an event of the broker, a source. */
export function InputDrawer(props: InputDrawerProps) {
  const { opened, editing, events, taken } = props;
  const { t } = useTranslation(['rules', 'ui']);
  const pick = usePick();
  const [kind, setKind] = useState<Kind>('topic');
  const [topic, setTopic] = useState('');
  const [event, setEvent] = useState('');
  const [source, setSource] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const sources = useChannels('source').data ?? [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in when it opens, not while it is open
  useEffect(() => {
    if (!opened) return;
    setKind(editing?.kind ?? props.initialKind ?? 'topic');
    setTopic(editing?.kind === 'topic' ? editing.topic : '');
    setEvent(editing?.kind === 'event' ? editing.event : '');
    setSource(editing?.kind === 'source' ? editing.id : '');
    setIsCreating(props.startWithNewSource === true && props.newSource !== undefined);
    setIsTried(false);
  }, [opened]);

  const from = kind === 'topic' ? topic.trim() : kind === 'event' ? event : source === '' ? '' : SOURCE_PREFIX + source;
  const isTaken = taken.some((one) => one === from) && from !== editing?.from;
  const fault = kind === 'topic' ? topicFilterFault(topic.trim()) : undefined;
  const problem =
    from === '' || fault === 'empty'
      ? t(`input.missing.${kind}`)
      : fault !== undefined
        ? t(`input.fault.${fault}`)
        : isTaken
          ? t('input.taken')
          : undefined;
  const submit = () => {
    setIsTried(true);
    if (problem === undefined) props.onDone(from);
  };

  if (isCreating && props.newSource !== undefined) {
    return (
      <SideDrawer opened={opened} onClose={props.onClose} title={t('input.newSource')}>
        {props.newSource(
          (id) => props.onDone(SOURCE_PREFIX + id),
          () => setIsCreating(false),
        )}
      </SideDrawer>
    );
  }
  const chosen = events.find((one) => one.event === event);
  return (
    <SideDrawer
      opened={opened}
      onClose={props.onClose}
      title={editing === undefined ? t('input.add') : t('input.change')}
      foot={
        <>
          <Button look="ghost" onClick={props.onClose}>
            {t('ui:cancel')}
          </Button>
          <Button look="primary" onClick={submit}>
            {editing === undefined ? t('input.addIt') : t('input.changeIt')}
          </Button>
        </>
      }
    >
      <div className="stack drawer-form">
        <Segments
          label={t('input.kind')}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t(`input.kinds.${value}`) }))}
          onChange={setKind}
        />
        <p className="soft">{t(`input.about.${kind}`)}</p>
        {kind === 'topic' && (
          <Field label={t('input.topic')} help={t('input.topicHelp')} error={isTried ? problem : undefined} required>
            {(control) => (
              <input
                {...control}
                className="input mono"
                data-autofocus
                value={topic}
                placeholder="t/#"
                autoComplete="off"
                spellCheck={false}
                onChange={(change) => setTopic(change.target.value)}
                onKeyDown={(key) => key.key === 'Enter' && submit()}
              />
            )}
          </Field>
        )}
        {kind === 'event' && (
          <>
            <Field label={t('input.event')} error={isTried ? problem : undefined} required>
              {(control) => (
                <select
                  {...control}
                  className="input"
                  value={event}
                  onChange={(change) => setEvent(change.target.value)}
                >
                  <option value="">{t('input.chooseEvent')}</option>
                  {events
                    .filter((one) => one.event.startsWith('$events/'))
                    .map((one) => (
                      <option key={one.event} value={one.event}>
                        {pick(one.title)}
                      </option>
                    ))}
                </select>
              )}
            </Field>
            {chosen !== undefined && (
              <div className="stack">
                <p>{pick(chosen.description)}</p>
                <div>
                  <p className="muted small">{t('input.columns')}</p>
                  <p className="chips">
                    {chosen.columns.map((column) => (
                      <code key={column} className="val">
                        {column}
                      </code>
                    ))}
                  </p>
                </div>
              </div>
            )}
          </>
        )}
        {kind === 'source' && (
          <ChannelPicks
            label={t('input.source')}
            channels={sources}
            chosen={source}
            onChoose={setSource}
            reasonNot={(one) =>
              taken.includes(SOURCE_PREFIX + one.id) && editing?.from !== SOURCE_PREFIX + one.id
                ? t('input.taken')
                : undefined
            }
            problem={isTried ? problem : undefined}
            none={t('input.noSource')}
            createLabel={t('input.createSource')}
            onCreate={props.newSource === undefined ? undefined : () => setIsCreating(true)}
          />
        )}
      </div>
    </SideDrawer>
  );
}
