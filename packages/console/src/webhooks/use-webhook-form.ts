import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../api/errors.ts';
import { useRuleEvents } from '../api/rule-events.ts';
import { useSchema } from '../api/schemas.ts';
import { fullName, type Webhook, type WebhookInput } from '../api/webhook.ts';
import { conflictLines, recordLines } from '../forms/conflict-lines.ts';
import { useFormDraft, useKeptState } from '../forms/form-draft.ts';
import { buildForm } from '../forms/model/build.ts';
import { getAt, isObject, setAt } from '../forms/model/path.ts';
import { initialRecord } from '../forms/model/record.ts';
import { toBody } from '../forms/model/submit.ts';
import type { Field, FormModel, FormRecord } from '../forms/model/types.ts';
import { partOfModel } from '../forms/part-of-model.ts';
import { takeIn } from '../forms/use-form-guard.ts';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { usePick } from '../i18n/index.ts';
import type { ConflictLine } from '../ui/ConflictDialog.tsx';
import { nameProblem } from '../ui/name.ts';
import { toastError } from '../ui/toast-store.ts';
import { topicProblems } from './topic-problem.ts';
import { FIRST_TRIGGER, sqlOf, type Trigger, triggerOf } from './trigger.ts';

/** Fields that a webhook fills in itself, or does without. */
const OWN: readonly string[] = ['name', 'description', 'connector', 'path', 'body'];
const isShown = (field: Field) => !OWN.includes(field.key);

export interface WebhookModels {
  readonly connector: FormModel;
  readonly action: FormModel;
}

const HEADERS = ['parameters', 'headers'];

/**
 * Both parts of a webhook have headers, sent together. One list is enough: that of the action is asked for only where it
 * adds something to the other.
 */
function hasOwnHeaders(webhook: Webhook | undefined): boolean {
  const own = getAt(webhook?.action, HEADERS);
  const shared = getAt(webhook?.connector, ['headers']);
  return isObject(own) && Object.entries(own).some(([name, value]) => !isObject(shared) || shared[name] !== value);
}

/** The parts of the two forms that a webhook shows. */
export function useWebhookModels() {
  const connectors = useSchema('connectors');
  const actions = useSchema('actions');
  const models = useMemo((): WebhookModels | undefined => {
    if (connectors.data === undefined || actions.data === undefined) return undefined;
    const connector = buildForm(connectors.data, { kind: 'connector', type: 'http', mode: 'create' });
    const action = buildForm(actions.data, { kind: 'action', type: 'http', mode: 'create' });
    if (connector === undefined || action === undefined) return undefined;
    return { connector: partOfModel(connector, isShown), action: partOfModel(action, isShown) };
  }, [connectors.data, actions.data]);
  const retry = () => {
    void connectors.refetch();
    void actions.refetch();
  };
  return { models, error: connectors.error ?? actions.error, retry };
}

/** What the three parts add themselves does not belong to the body of a part. */
function withoutOwn(body: FormRecord): FormRecord {
  const { type: _type, name: _name, connector: _connector, description: _description, ...rest } = body;
  return rest;
}

interface WebhookBasics {
  readonly name: string;
  readonly description: string;
  readonly trigger: Trigger;
}

/** The state of a webhook's form: name, note, trigger, and the forms of connector and action. */
export function useWebhookForm(models: WebhookModels, webhook: Webhook | undefined) {
  const { t } = useTranslation('webhooks');
  const pick = usePick();
  const events = useRuleEvents().map((event) => event.event);
  const [stored] = useState<Trigger | undefined>(() =>
    webhook === undefined || webhook.sql === '' ? undefined : triggerOf(webhook.sql, events),
  );
  const key = `webhook.${webhook === undefined ? 'new' : webhook.name}`;
  const [first, setFirst] = useState(
    (): WebhookBasics => ({
      name: webhook?.name ?? '',
      description: webhook?.description ?? '',
      trigger: stored ?? FIRST_TRIGGER,
    }),
  );
  const basics = useKeptState(`${key}.basics`, first);
  const { name, description, trigger } = basics.value;
  const [checked, setChecked] = useState(false);
  const connector = useSchemaForm(
    models.connector,
    webhook?.connector ?? { ...initialRecord(models.connector), type: 'http' },
  );
  const [twoLists] = useState(() => hasOwnHeaders(webhook));
  const actionModel = useMemo(
    () => (twoLists ? models.action : partOfModel(models.action, (field) => field.key !== 'headers')),
    [models.action, twoLists],
  );
  const action = useSchemaForm(actionModel, webhook?.action ?? { ...initialRecord(actionModel), type: 'http' });
  const drafts = [basics, useFormDraft(`${key}.connector`, connector), useFormDraft(`${key}.action`, action)];
  const problem = webhook === undefined ? nameProblem(name) : undefined;
  const isTriggerGood =
    (trigger.kind !== 'messages' && trigger.kind !== 'events') ||
    (trigger.events.length > 0 &&
      (trigger.kind === 'events' || topicProblems(trigger.topics).every((one) => one === undefined)));
  return {
    name,
    setName: (next: string) => basics.set({ ...basics.value, name: next }),
    description,
    setDescription: (next: string) => basics.set({ ...basics.value, description: next }),
    trigger,
    setTrigger: (next: Trigger) => basics.set({ ...basics.value, trigger: next }),
    /** What was typed before a reload, of all parts together. */
    draft: {
      restored: drafts.some((draft) => draft.restored),
      discard: () => {
        for (const draft of drafts) draft.discard();
      },
      forget: () => {
        for (const draft of drafts) draft.forget();
      },
    },
    stored,
    /** Problems are shown from the first attempt to save on. */
    checked,
    nameProblem: problem,
    connector,
    action,
    sql: sqlOf(trigger, events),
    dirty: connector.dirty || action.dirty || basics.value !== first,
    /** What somebody else changed of it. */
    linesOf(theirs: Webhook): readonly ConflictLine[] {
      const texts = (one: WebhookBasics): FormRecord => ({
        description: one.description,
        sql: sqlOf(one.trigger, events),
      });
      const own = { first: texts(first), record: texts(basics.value) };
      const after = { description: theirs.description, sql: theirs.sql };
      return [
        ...recordLines(own.first, own.record, after, ([key]) => (key === 'sql' ? t('form.what') : t('form.note'))),
        ...conflictLines(connector, theirs.connector ?? {}, pick),
        ...conflictLines(action, theirs.action ?? {}, pick),
      ];
    },
    /** Goes on from what somebody else has saved; what was changed here stays. */
    take(theirs: Webhook): void {
      const next: WebhookBasics = {
        name,
        description: theirs.description,
        trigger: triggerOf(theirs.sql, events),
      };
      const isOwnTrigger = sqlOf(trigger, events) !== sqlOf(first.trigger, events);
      setFirst(next);
      basics.set({
        name,
        description: description === first.description ? next.description : description,
        trigger: isOwnTrigger ? trigger : next.trigger,
      });
      takeIn(connector, theirs.connector ?? {});
      takeIn(action, theirs.action ?? {});
    },
    /** Everything as the backend takes it; `undefined` while something has to be corrected. */
    input(): WebhookInput | undefined {
      setChecked(true);
      const good = [problem === undefined && isTriggerGood, connector.check(), action.check()].every(Boolean);
      if (!good) return undefined;
      return {
        name,
        enable: webhook?.enable ?? true,
        description,
        sql: sqlOf(trigger, events),
        connector: withoutOwn(toBody(models.connector, connector.record, 'update')),
        action: withoutOwn(toBody(actionModel, twoLists ? action.record : setAt(action.record, HEADERS, {}), 'update')),
      };
    },
    /** Shows what the backend refused at the fields of the part it names. */
    refuse(error: unknown): void {
      const body = isApiError(error) ? error.body : undefined;
      const part = typeof body === 'object' && body !== null && 'part' in body ? body.part : 'connector';
      if (isApiError(error) && error.code === 'ALREADY_EXISTS') toastError(error);
      else if (part === 'connector') connector.refuse(error);
      else if (part === 'action') action.refuse(error);
      else toastError(error);
    },
    probeName: { type: 'http', name: fullName(webhook?.name ?? (problem === undefined ? name : 'probe')) },
  };
}

export type WebhookFormState = ReturnType<typeof useWebhookForm>;
