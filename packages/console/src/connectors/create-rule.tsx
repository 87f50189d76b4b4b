import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { systemLook } from '../ui/systems.ts';

interface Named {
  readonly type: string;
  readonly name: string;
}

/** Does a rule make sense for connectors of this type? */
export function canCreateRule(type: string): boolean {
  return systemLook(type).direction !== 'none';
}

/**
 * Starts a rule with a connector. A type that both reads and writes is asked about first; `dialog` is that question.
 */
export function useCreateRule(): {
  readonly start: (connector: Named) => void;
  /** The question is open. */
  readonly asking: boolean;
  readonly dialog: ReactNode;
} {
  const { t } = useTranslation(['connectors', 'ui']);
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Named>();

  function go(connector: Named, direction: 'ingress' | 'egress'): void {
    setAsking(undefined);
    void navigate({
      to: '/rule/rules/create',
      ignoreBlocker: true,
      search: { direction, connName: connector.name, connType: connector.type },
    });
  }

  function start(connector: Named): void {
    const { direction } = systemLook(connector.type);
    if (direction === 'both') setAsking(connector);
    else go(connector, direction === 'ingress' ? 'ingress' : 'egress');
  }

  const dialog = (
    <Dialog
      opened={asking !== undefined}
      onClose={() => setAsking(undefined)}
      title={t('directionDialog.title', { name: asking?.name ?? '' })}
      foot={
        <Button look="ghost" onClick={() => setAsking(undefined)}>
          {t('ui:cancel')}
        </Button>
      }
    >
      <div className="choices">
        {(['ingress', 'egress'] as const).map((direction) => (
          <button
            key={direction}
            type="button"
            className="choice"
            onClick={() => asking !== undefined && go(asking, direction)}
          >
            <Icon name={direction === 'ingress' ? 'sources' : 'actions'} />
            <span>
              <b>{t(`directionDialog.${direction}`)}</b>
              <span className="help">{t(`directionDialog.${direction}Text`)}</span>
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  );
  return { start, asking: asking !== undefined, dialog };
}
