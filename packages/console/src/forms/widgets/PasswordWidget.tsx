import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/Button.tsx';
import { isMasked } from '../model/secrets.ts';
import type { FieldOf, WidgetProps } from '../widget.ts';

/** A secret. A stored one is not shown: it can be kept or replaced as a whole. Files (`file://…`) are shown. */
export function PasswordWidget({ value, onChange, control, disabled }: WidgetProps<FieldOf<'password'>>) {
  const { t } = useTranslation(['forms', 'ui']);
  const [visible, setVisible] = useState(false);
  const [stored] = useState(isMasked(value) ? value : undefined);
  const text = typeof value === 'string' ? value : '';
  const masked = isMasked(value);
  const plain = masked || visible || text.startsWith('file://');
  return (
    <div className={`input ${control['aria-invalid'] ? 'invalid' : ''} ${disabled ? 'off' : ''}`}>
      <input
        {...control}
        type={plain ? 'text' : 'password'}
        readOnly={masked}
        disabled={disabled}
        className="mono"
        autoComplete="one-time-code"
        spellCheck={false}
        value={masked ? '••••••' : text}
        aria-label={masked ? t('secretStored') : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {masked && !disabled && (
        <button type="button" className="link small" onClick={() => onChange('')}>
          {t('replace')}
        </button>
      )}
      {!masked && stored !== undefined && !disabled && (
        <button type="button" className="link small" onClick={() => onChange(stored)}>
          {t('keep')}
        </button>
      )}
      {!masked && (
        <IconButton
          icon="eye"
          small
          label={visible ? t('ui:hidePassword') : t('ui:showPassword')}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        />
      )}
    </div>
  );
}
