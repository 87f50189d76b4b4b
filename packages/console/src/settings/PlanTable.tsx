import { useTranslation } from 'react-i18next';
import type { Plan, PlanStep } from '../api/transfer.ts';
import { Glyph, type Shape, type Tone } from '../ui/Glyph.tsx';

const LOOKS: Readonly<Record<PlanStep['verb'], readonly [Shape, Tone]>> = {
  create: ['disc', 'ok'],
  update: ['triangle', 'warn'],
  delete: ['cross', 'bad'],
};

/** What a document would change, in the order in which it is done. */
export function PlanTable({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('settings');
  return (
    <table className="table plain plan" aria-label={t('transfer.planLabel')}>
      <thead>
        <tr>
          <th>{t('transfer.column.step')}</th>
          <th>{t('transfer.column.object')}</th>
          <th>{t('transfer.column.fields')}</th>
        </tr>
      </thead>
      <tbody>
        {plan.steps.map((step) => {
          const [shape, tone] = LOOKS[step.verb];
          return (
            <tr key={`${step.verb} ${step.kind} ${step.id}`}>
              <td>
                <span className="status" data-status={tone}>
                  <Glyph shape={shape} tone={tone} /> {t(`transfer.verb.${step.verb}`)}
                </span>
              </td>
              <td>
                {t(`transfer.kind.${step.kind}`)} <span className="mono break">{step.id}</span>
              </td>
              <td className="mono small soft break">{step.verb === 'update' ? step.fields.join(', ') : ''}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
