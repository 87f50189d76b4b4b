import { useTranslation } from 'react-i18next';
import { Switch } from './Button.tsx';
import type { Column } from './column.ts';
import { type MenuAction, MoreMenu } from './Menu.tsx';

/** The column with the switch of a row. */
export function useEnableColumn<Row>({
  isEnabled,
  switchLabel,
  reasonNot,
  onSwitch,
  width = '80px',
  sortable = true,
}: {
  readonly isEnabled: (row: Row) => boolean;
  readonly switchLabel: (row: Row) => string;
  /** Why a row cannot be switched. */
  readonly reasonNot: (row: Row) => string | undefined;
  readonly onSwitch: (row: Row, on: boolean) => void;
  readonly width?: string;
  readonly sortable?: boolean;
}): Column<Row> {
  const { t } = useTranslation('ui');
  return {
    id: 'enabled',
    label: t('table.enabled'),
    ...(sortable ? { sortBy: (row: Row) => (isEnabled(row) ? 0 : 1) } : {}),
    width,
    hideBelow: 's',
    cell: (row) => (
      <Switch
        checked={isEnabled(row)}
        label={switchLabel(row)}
        disabledReason={reasonNot(row)}
        onChange={(on) => onSwitch(row, on)}
      />
    ),
  };
}

/** The last column: what else can be done with a row. */
export function useMenuColumn<Row>(
  nameOf: (row: Row) => string,
  actionsOf: (row: Row) => readonly MenuAction[],
): Column<Row> {
  const { t } = useTranslation('ui');
  return {
    id: 'menu',
    label: t('table.actions'),
    silentLabel: true,
    width: '44px',
    narrow: 'menu',
    cell: (row) => <MoreMenu label={`${t('more')}: ${nameOf(row)}`} actions={actionsOf(row)} />,
  };
}
