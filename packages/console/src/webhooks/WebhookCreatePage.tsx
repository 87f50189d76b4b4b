import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRuleEvents } from '../api/rule-events.ts';
import { useMayWrite } from '../api/session.ts';
import { useCreateWebhook } from '../api/webhooks.ts';
import { Button } from '../ui/Button.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadError } from '../ui/Note.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { messageEvents } from './trigger.ts';
import { useWebhookForm, useWebhookModels, type WebhookModels } from './use-webhook-form.ts';
import { WebhookForm } from './WebhookForm.tsx';

/** `?trigger=` is a regular expression on names of events: those that match are chosen. */
function usePresetTrigger(state: ReturnType<typeof useWebhookForm>): void {
  const { trigger: pattern } = useSearch({ from: '/frame/webhook/create' });
  const events = useRuleEvents().map((event) => event.event);
  const done = useRef(false);
  useEffect(() => {
    if (pattern === undefined || done.current) return;
    done.current = true;
    let wanted: RegExp;
    try {
      wanted = new RegExp(pattern, 'i');
    } catch {
      return;
    }
    const chosen = events.filter((event) => event.startsWith('$events/') && wanted.test(event));
    const messages = messageEvents(events).filter((event) => chosen.includes(event));
    if (messages.length > 0) state.setTrigger({ kind: 'messages', events: messages, topics: [] });
    else if (chosen.length > 0) state.setTrigger({ kind: 'events', events: chosen });
  });
}

function Create({ models }: { readonly models: WebhookModels }) {
  const { t } = useTranslation(['webhooks', 'ui']);
  const navigate = useNavigate();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const state = useWebhookForm(models, undefined);
  usePresetTrigger(state);
  const create = useCreateWebhook({ quiet: true });
  const [left, setLeft] = useState(false);

  function submit(): void {
    if (viewer !== undefined || create.isPending) return;
    const input = state.input();
    if (input === undefined) return;
    create.mutate(input, {
      onSuccess: () => {
        setLeft(true);
        state.draft.forget();
        toastDone(t('done.created', { name: input.name }));
        void navigate({ to: '/webhook', ignoreBlocker: true });
      },
      onError: state.refuse,
    });
  }

  return (
    <>
      <WebhookForm
        state={state}
        isNew
        locked={viewer}
        onSubmit={submit}
        bar={
          <>
            <span className="grow" />
            <LinkButton to="/webhook" look="ghost">
              {t('ui:cancel')}
            </LinkButton>
            <Button type="submit" look="primary" busy={create.isPending && t('ui:creating')} disabledReason={viewer}>
              {t('ui:create')}
            </Button>
          </>
        }
      />
      <LeaveGuard when={state.dirty && !left} onLeave={state.draft.forget} />
    </>
  );
}

export function WebhookCreatePage() {
  const { t } = useTranslation('webhooks');
  const { models, error, retry } = useWebhookModels();
  return (
    <>
      <PageHead title={t('form.createTitle')} />
      {models !== undefined ? (
        <Create models={models} />
      ) : error !== null ? (
        <LoadError what={t('what')} error={error} onRetry={retry} />
      ) : (
        <div className="panel">
          <SkeletonLines />
        </div>
      )}
    </>
  );
}
