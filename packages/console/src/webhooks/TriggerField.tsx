import { useTranslation } from 'react-i18next';
import { useRuleEvents } from '../api/rule-events.ts';
import { usePick } from '../i18n/index.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { topicProblems } from './topic-problem.ts';
import { FIRST_TRIGGER, messageEvents, otherEvents, type Trigger } from './trigger.ts';

interface TriggerFieldProps {
  readonly trigger: Trigger;
  /** The trigger that was stored, when it is a statement of its own. */
  readonly stored: Trigger | undefined;
  readonly onChange: (trigger: Trigger) => void;
  /** Problems are shown from the first attempt to save on. */
  readonly checked: boolean;
  readonly disabled: boolean;
}

function Topics({
  topics,
  onChange,
  checked,
  disabled,
}: {
  readonly topics: readonly string[];
  readonly onChange: (topics: readonly string[]) => void;
  readonly checked: boolean;
  readonly disabled: boolean;
}) {
  const { t } = useTranslation('webhooks');
  const problems = topicProblems(topics);
  return (
    <Field label={t('triggers.topics')} help={t('triggers.topicsHelp')} group>
      {() => (
        <div className="topics">
          {topics.map((topic, index) => {
            const problem = checked ? problems[index] : undefined;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <div key={index}>
                <div className="row">
                  <input
                    className="input mono"
                    aria-label={t('triggers.topicAt', { index: index + 1 })}
                    aria-invalid={problem !== undefined || undefined}
                    disabled={disabled}
                    placeholder="a/+/b/#"
                    value={topic}
                    onChange={(event) => onChange(topics.map((one, at) => (at === index ? event.target.value : one)))}
                  />
                  <IconButton
                    icon="close"
                    small
                    label={t('triggers.removeTopic', { index: index + 1 })}
                    onClick={() => onChange(topics.filter((_, at) => at !== index))}
                  />
                </div>
                {problem !== undefined && <div className="err">{t(`triggers.${problem}`)}</div>}
              </div>
            );
          })}
          {!disabled && (
            <div>
              <Button size="sm" icon="plus" onClick={() => onChange([...topics, ''])}>
                {t('triggers.addTopic')}
              </Button>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

/** What sets a webhook off: message events and topics, other events, everything, or a statement written by hand. */
export function TriggerField({ trigger, stored, onChange, checked, disabled }: TriggerFieldProps) {
  const { t } = useTranslation('webhooks');
  const pick = usePick();
  const events = useRuleEvents();
  const all = events.map((event) => event.event);
  const titleOf = (name: string) => {
    const event = events.find((one) => one.event === name);
    return event === undefined ? name : pick(event.title);
  };

  function choose(kind: Trigger['kind']): void {
    if (kind === stored?.kind) onChange(stored);
    else if (kind === 'messages') onChange(FIRST_TRIGGER);
    else if (kind === 'events') onChange({ kind, events: [] });
    else if (kind === 'all') onChange({ kind });
  }

  const kinds: readonly Trigger['kind'][] =
    stored?.kind === 'sql' ? ['sql', 'messages', 'events', 'all'] : ['messages', 'events', 'all'];
  const offered = trigger.kind === 'messages' ? messageEvents(all) : trigger.kind === 'events' ? otherEvents(all) : [];
  const chosen = trigger.kind === 'messages' || trigger.kind === 'events' ? trigger.events : [];
  return (
    <div className="stack">
      <Field label={t('triggers.label')} help={t(`triggers.${trigger.kind}Help`)} group>
        {() => (
          <Segments
            label={t('triggers.label')}
            value={trigger.kind}
            disabled={disabled}
            options={kinds.map((kind) => ({ value: kind, label: t(`triggers.${kind}`) }))}
            onChange={choose}
          />
        )}
      </Field>
      {(trigger.kind === 'messages' || trigger.kind === 'events') && (
        <Field
          label={t('triggers.events')}
          error={checked && chosen.length === 0 && t('triggers.eventsRequired')}
          group
        >
          {() => (
            <div className="event-ticks">
              {offered.map((event) => (
                <label key={event} className="tick" title={event}>
                  <input
                    type="checkbox"
                    className="checkbox"
                    disabled={disabled}
                    checked={chosen.includes(event)}
                    onChange={(change) =>
                      onChange({
                        ...trigger,
                        events: offered.filter((one) => (one === event ? change.target.checked : chosen.includes(one))),
                      })
                    }
                  />
                  {titleOf(event)}
                </label>
              ))}
            </div>
          )}
        </Field>
      )}
      {trigger.kind === 'messages' && (
        <Topics
          topics={trigger.topics}
          checked={checked}
          disabled={disabled}
          onChange={(topics) => onChange({ ...trigger, topics })}
        />
      )}
      {trigger.kind === 'sql' && <pre className="raw">{trigger.sql}</pre>}
    </div>
  );
}
