import { FUNCTION_FAMILIES, signatureOf } from '@sluice/rulesql';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../editor/CodeText.tsx';
import { sqlTokens } from '../editor/sql-language.ts';
import { usePick } from '../i18n/index.ts';
import { SideDrawer } from '../ui/SideDrawer.tsx';

/** Every function of the language, to look up: what it does, and an example with its result. */
export function FunctionsDrawer({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('rules');
  const pick = usePick();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const families = FUNCTION_FAMILIES.map((family) => ({
    title: pick(family.title),
    functions: Object.entries(family.functions).filter(
      ([name, doc]) =>
        name.includes(wanted) || doc.doc.en.toLowerCase().includes(wanted) || doc.doc.zh.includes(wanted),
    ),
  })).filter((family) => family.functions.length > 0);
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('functions.title')} width="560px">
      <div className="stack">
        <input
          type="search"
          className="input"
          data-autofocus
          aria-label={t('functions.search')}
          placeholder={t('functions.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p className="sr" role="status">
          {families.length === 0 ? t('functions.none', { text }) : ''}
        </p>
        {families.length === 0 && <p className="soft">{t('functions.none', { text })}</p>}
        {families.map((family) => (
          <section key={family.title} aria-label={family.title}>
            <h3 className="section-title">{family.title}</h3>
            <dl className="functions">
              {family.functions.map(([name, doc]) => {
                const { expression, gives } = doc.example;
                const example = gives.startsWith('/') ? expression : `${expression}  → ${gives}`;
                return (
                  <div key={name}>
                    <dt className="mono small">
                      <b>{name}</b>
                      {signatureOf(name, doc).slice(name.length)}
                    </dt>
                    <dd>
                      <p className="soft">{pick(doc.doc)}</p>
                      <CodeText
                        text={example}
                        tokens={sqlTokens(expression)}
                        label={`${name}: ${t('functions.gives')}`}
                      />
                    </dd>
                  </div>
                );
              })}
            </dl>
          </section>
        ))}
      </div>
    </SideDrawer>
  );
}
