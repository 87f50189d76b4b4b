import { useRouter, useSearch } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentCluster } from '../api/cluster-store.ts';
import { errorText, isApiError } from '../api/errors.ts';
import { useSignIn } from '../api/session.ts';
import { ClusterMenu } from '../app/frame/ClusterMenu.tsx';
import { useLanguageActions, useThemeActions } from '../app/frame/menu-actions.ts';
import { useLanguage } from '../i18n/index.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Note } from '../ui/Note.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import './sign-in.css';

/** Addresses inside the console only: a link from elsewhere must not decide where one lands. */
function returnAddress(to: string | undefined): string {
  return to?.startsWith('/') && !to.startsWith('//') ? to : '/';
}

/** `isDown`: the cluster does not answer; perhaps another one behind the same gateway does. */
function Preferences({ isDown }: { readonly isDown: boolean }) {
  const { t } = useTranslation('frame');
  const language = useLanguage();
  return (
    <header className="row sign-in-head">
      {(currentCluster() !== undefined || isDown) && <ClusterMenu />}
      <Menu
        target={
          <button type="button" className="quiet">
            <span className="sr">{t('language')}</span>
            {language === 'zh' ? '中文' : 'EN'}
          </button>
        }
        actions={useLanguageActions()}
      />
      <Menu target={<IconButton icon="theme" label={t('theme')} />} actions={useThemeActions()} />
    </header>
  );
}

function SignInForm({ onError }: { readonly onError: (error: unknown) => void }) {
  const { t } = useTranslation(['session', 'ui']);
  const { to, reason } = useSearch({ from: '/login' });
  const router = useRouter();
  const signIn = useSignIn();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [missing, setMissing] = useState(false);

  function watchCapsLock(event: KeyboardEvent) {
    setCapsLock(event.getModifierState('CapsLock'));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(username === '' || password === '');
    if (username === '' || password === '' || signIn.isPending) return;
    signIn.mutate({ username, password }, { onSuccess: () => router.history.push(returnAddress(to)), onError });
  }

  const { error } = signIn;
  const wrong = isApiError(error) && (error.code === 'BAD_USERNAME_OR_PWD' || error.status === 401);
  return (
    <form className="sign-in-form" onSubmit={submit} noValidate>
      {error !== null && (
        <Note tone="bad" alert>
          <p>{wrong ? t('wrong') : errorText(error)}</p>
        </Note>
      )}
      {error === null && reason !== undefined && (
        <Note tone="info" alert>
          <p>{reason === 'expired' ? t('expired') : t('refused')}</p>
        </Note>
      )}
      <Field label={t('name')} required error={missing && username === '' && t('nameRequired')}>
        {(control) => (
          <input
            {...control}
            className="input"
            // biome-ignore lint/a11y/noAutofocus: the page has nothing else to do
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t('password')}
        required
        error={missing && password === '' && t('passwordRequired')}
        help={capsLock && t('capsLock')}
      >
        {(control) => (
          <div className={control['aria-invalid'] ? 'input invalid' : 'input'}>
            <input
              {...control}
              type={visible ? 'text' : 'password'}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              onKeyDown={watchCapsLock}
              onKeyUp={watchCapsLock}
            />
            <IconButton
              icon="eye"
              small
              label={visible ? t('ui:hidePassword') : t('ui:showPassword')}
              aria-pressed={visible}
              onClick={() => setVisible(!visible)}
            />
          </div>
        )}
      </Field>
      <Button type="submit" look="primary" size="lg" block busy={signIn.isPending && t('submitting')}>
        {t('submit')}
      </Button>
    </form>
  );
}

/** Where one signs in: the name and address of the backend stand above the fields. */
export function SignInPage() {
  const { t } = useTranslation('session');
  const [isDown, setIsDown] = useState(false);
  return (
    <div className="sign-in">
      <PageTitle title={t('title')} />
      <Preferences isDown={isDown} />
      <main className="sign-in-box">
        <div className="row sign-in-brand">
          <Mark size={28} />
          <span>Sluice</span>
        </div>
        <div className="panel sign-in-panel">
          <h1>{t('heading')}</h1>
          <p className="muted small num">
            {[currentCluster(), location.host].filter((part) => part !== undefined).join(' · ')}
          </p>
          <SignInForm
            onError={(error) => setIsDown(isApiError(error) && (error.status === 0 || error.status >= 502))}
          />
        </div>
        <p className="help sign-in-help">
          {t('firstStart')} <code>npm start</code>
        </p>
      </main>
      <footer className="muted small sign-in-foot">Sluice</footer>
    </div>
  );
}
