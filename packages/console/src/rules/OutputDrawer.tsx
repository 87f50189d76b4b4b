import type { RepublishArgs } from '@sluice/contract';
import { WEBHOOK_SUFFIX } from '@sluice/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannels } from '../api/channels.ts';
import { ChannelPicks } from '../channels/ChannelPicks.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import { byTypeOrder, systemLook } from '../ui/systems.ts';
import { RepublishForm, republishProblem } from './RepublishForm.tsx';
import { actionOutput, consoleOutput, newRepublish, type Output, republishOutput } from './rule-output.ts';

/** `republish`, `console`, or the type of an action. */
type Choice = string;

export interface OutputDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly editing: Output | undefined;
  readonly outputs: readonly Output[];
  /** Types of actions that the backend offers. */
  readonly types: readonly string[];
  readonly fields: readonly string[];
  readonly initialType?: string;
  readonly onDone: (output: Output) => void;
  /** The form for a new action of a type, or for the one that is edited. */
  readonly actionForm: (about: {
    readonly type: string;
    readonly id?: string;
    readonly onDone: (id: string) => void;
    readonly onBack: () => void;
  }) => ReactNode;
  readonly startWithNewAction?: boolean;
}

/** Adds an output to a rule or changes one: an action, a republish, the console. */
export function OutputDrawer(props: OutputDrawerProps) {
  const { opened, editing, outputs } = props;
  const { t } = useTranslation(['rules', 'ui']);
  const [choice, setChoice] = useState<Choice>('');
  const [args, setArgs] = useState<RepublishArgs>(newRepublish);
  const [action, setAction] = useState('');
  const [isCreating, setIsCreating] = useState(false);
  const [isTried, setIsTried] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in when it opens, not while it is open
  useEffect(() => {
    if (!opened) return;
    setChoice(editing === undefined ? (props.initialType ?? '') : editing.kind === 'action' ? '' : editing.kind);
    setArgs(editing?.kind === 'republish' ? editing.args : newRepublish());
    setAction('');
    setIsCreating(props.startWithNewAction === true);
    setIsTried(false);
  }, [opened]);

  const hasConsole = outputs.some((output) => output.kind === 'console');
  const submit = () => {
    setIsTried(true);
    if (choice === 'console') props.onDone(consoleOutput());
    else if (choice === 'republish') {
      if (republishProblem(args) === undefined)
        props.onDone(republishOutput({ ...args, topic: args.topic.trim() }, editing));
    } else if (action !== '') props.onDone(actionOutput(action));
  };

  if (editing?.kind === 'action') {
    return (
      <SideDrawer opened={opened} onClose={props.onClose} title={t('output.changeAction', { id: editing.id })}>
        {props.actionForm({
          type: editing.id.split(':')[0] ?? '',
          id: editing.id,
          onDone: () => props.onDone(editing),
          onBack: props.onClose,
        })}
      </SideDrawer>
    );
  }
  if (isCreating && choice !== '') {
    return (
      <SideDrawer
        opened={opened}
        onClose={props.onClose}
        title={t('output.newAction', { type: systemLook(choice).label })}
      >
        {props.actionForm({
          type: choice,
          onDone: (id) => props.onDone(actionOutput(id)),
          onBack: () => setIsCreating(false),
        })}
      </SideDrawer>
    );
  }
  return (
    <SideDrawer
      opened={opened}
      onClose={props.onClose}
      title={editing === undefined ? t('output.add') : t('output.change')}
      foot={
        <>
          <Button look="ghost" onClick={props.onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            look="primary"
            onClick={submit}
            {...(choice === '' ? { disabledReason: t('output.chooseFirst') } : {})}
          >
            {editing === undefined ? t('output.addIt') : t('output.changeIt')}
          </Button>
        </>
      }
    >
      <div className="stack drawer-form">
        {editing === undefined && (
          <TypeGrid
            types={props.types}
            choice={choice}
            onChoose={(next) => {
              setChoice(next);
              setAction('');
              setIsTried(false);
            }}
            hasConsole={hasConsole}
          />
        )}
        {choice === 'republish' && (
          <RepublishForm args={args} onChange={setArgs} fields={props.fields} isTried={isTried} />
        )}
        {choice === 'console' && <p className="soft">{t('output.consoleAbout')}</p>}
        {choice !== '' && choice !== 'republish' && choice !== 'console' && (
          <ExistingActions
            type={choice}
            outputs={outputs}
            chosen={action}
            isTried={isTried}
            onChoose={setAction}
            onCreate={() => setIsCreating(true)}
          />
        )}
      </div>
    </SideDrawer>
  );
}

function TypeGrid({
  types,
  choice,
  onChoose,
  hasConsole,
}: {
  readonly types: readonly string[];
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
  readonly hasConsole: boolean;
}) {
  const { t } = useTranslation('rules');
  const built: readonly {
    readonly id: string;
    readonly label: string;
    readonly icon: IconName;
    readonly off?: string;
  }[] = [
    { id: 'republish', label: t('output.republish'), icon: 'republish' },
    {
      id: 'console',
      label: t('output.console'),
      icon: 'terminal',
      ...(hasConsole ? { off: t('output.consoleTwice') } : {}),
    },
    ...[...types].sort(byTypeOrder).map((type) => ({ id: type, ...systemLook(type) })),
  ];
  return (
    <fieldset className="type-picks">
      <legend className="field-label">{t('output.kind')}</legend>
      {built.map((one) => (
        <label key={one.id} className={choice === one.id ? 'type-pick on' : 'type-pick'} title={one.off}>
          <input
            type="radio"
            name="output-kind"
            className="sr"
            checked={choice === one.id}
            disabled={one.off !== undefined}
            onChange={() => onChoose(one.id)}
          />
          <Icon name={one.icon} />
          <span>{one.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function ExistingActions({
  type,
  outputs,
  chosen,
  isTried,
  onChoose,
  onCreate,
}: {
  readonly type: string;
  readonly outputs: readonly Output[];
  readonly chosen: string;
  readonly isTried: boolean;
  readonly onChoose: (id: string) => void;
  readonly onCreate: () => void;
}) {
  const { t } = useTranslation('rules');
  const { data = [] } = useChannels('action');
  return (
    <ChannelPicks
      label={t('output.action')}
      channels={data.filter((one) => one.type === type)}
      chosen={chosen}
      onChoose={onChoose}
      reasonNot={(one) => {
        if (outputs.some((output) => output.kind === 'action' && output.id === one.id)) return t('output.actionTwice');
        return type === 'http' && one.name.endsWith(WEBHOOK_SUFFIX) ? t('output.ofWebhook') : undefined;
      }}
      problem={isTried && chosen === '' ? t('output.missing') : undefined}
      none={t('output.noAction', { type: systemLook(type).label })}
      createLabel={t('output.createAction')}
      onCreate={onCreate}
    />
  );
}
