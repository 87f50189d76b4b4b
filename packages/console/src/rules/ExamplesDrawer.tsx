import { columnsOf, compile, encodeJson } from '@sluice/rulesql';
import { useTranslation } from 'react-i18next';
import { CodeText, JsonText } from '../editor/CodeText.tsx';
import { sqlTokens } from '../editor/sql-language.ts';
import { usePick } from '../i18n/index.ts';
import { Button } from '../ui/Button.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import { EXAMPLES, type Example } from './examples.ts';

/** Statements to start from; the result beside each is computed here and now. */
export function ExamplesDrawer({
  opened,
  onClose,
  onUse,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onUse: ((sql: string) => void) | undefined;
}) {
  const { t } = useTranslation('rules');
  const pick = usePick();
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('examples.title')} width="660px">
      <div className="stack">
        {EXAMPLES.map((example, index) => (
          <details key={example.id} className="example" open={index === 0}>
            <summary>
              <span className="medium">{pick(example.title)}</span>
              <span className="help">{pick(example.about)}</span>
            </summary>
            <div className="stack example-body">
              <CodeText text={example.sql} tokens={sqlTokens(example.sql)} label={pick(example.title)} />
              <div>
                <p className="muted small">{t('examples.input')}</p>
                <JsonText text={JSON.stringify(example.input)} label={t('examples.input')} />
              </div>
              <div>
                <p className="muted small">{t('examples.result')}</p>
                <JsonText text={resultOf(example)} label={t('examples.result')} />
              </div>
              {onUse !== undefined && (
                <Button size="sm" onClick={() => onUse(example.sql)}>
                  {t('examples.use')}
                </Button>
              )}
            </div>
          </details>
        ))}
      </div>
    </SideDrawer>
  );
}

function resultOf(example: Example): string {
  const compiled = compile(example.sql);
  if (!compiled.ok) return compiled.message;
  const environment = { now: Date.now, node: 'node', ruleId: example.id, kv: new Map(), getenv: () => undefined };
  const result = compiled.plan.run(columnsOf(example.input), environment);
  if (result.kind !== 'rows') return result.kind;
  return example.sql.startsWith('FOREACH') ? encodeJson(result.rows) : encodeJson(result.rows[0]);
}
