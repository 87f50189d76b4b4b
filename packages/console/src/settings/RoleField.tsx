import { useTranslation } from 'react-i18next';
import type { Role } from '../api/users.ts';
import { Field } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';

/** May it change things, or only look? */
export function RoleField({
  value,
  help,
  onChange,
}: {
  readonly value: Role;
  readonly help: string;
  readonly onChange: (role: Role) => void;
}) {
  const { t } = useTranslation('settings');
  return (
    <Field label={t('users.role')} help={help} group>
      {() => (
        <Segments
          label={t('users.role')}
          value={value}
          options={(['administrator', 'viewer'] as const).map((role) => ({
            value: role,
            label: t(`users.roles.${role}`),
          }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
