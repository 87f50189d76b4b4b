import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../api/channels.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Note } from '../ui/Note.tsx';
import { ResourceStatus } from '../ui/StatusTag.tsx';
import { systemLook } from '../ui/systems.ts';
import { matchesSearch } from '../ui/table-order.ts';
import { ChannelPreview } from './ChannelPreview.tsx';
import './channels.css';

/** From this many on there is a search, and only as many are shown at once. */
const SEARCH_FROM = 8;
const SHOWN = 50;

/** A choice among the actions or sources that exist, with the settings of the chosen one below. */
export function ChannelPicks({
  label,
  channels,
  chosen,
  onChoose,
  reasonNot,
  problem,
  none,
  createLabel,
  onCreate,
}: {
  readonly label: string;
  readonly channels: readonly Channel[];
  /** Its id; empty for none. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Why one cannot be chosen. */
  readonly reasonNot: (channel: Channel) => string | undefined;
  readonly problem: string | undefined;
  /** Instead of the list, when there is none. */
  readonly none: ReactNode;
  readonly createLabel: string;
  readonly onCreate: (() => void) | undefined;
}) {
  const { t } = useTranslation(['ui', 'actions']);
  const name = useId();
  const [text, setText] = useState('');
  const found = channels.filter((one) => matchesSearch(text, one.id, one.description, one.connector));
  const preview = channels.find((one) => one.id === chosen);
  return (
    <>
      <fieldset className="pick-list" aria-describedby={problem === undefined ? undefined : `${name}-problem`}>
        <legend className="field-label">{label}</legend>
        {problem !== undefined && (
          <div className="err" id={`${name}-problem`} role="alert">
            <Icon name="alert" />
            <span>{problem}</span>
          </div>
        )}
        {channels.length === 0 && <Note tone="off">{none}</Note>}
        {channels.length >= SEARCH_FROM && (
          <div className="input search">
            <Icon name="search" small />
            <input
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        )}
        {channels.length > 0 && found.length === 0 && <p className="muted">{t('nothingMatches')}</p>}
        {found.slice(0, SHOWN).map((one) => {
          const off = reasonNot(one);
          return (
            <label key={one.id} className={off === undefined ? 'pick' : 'pick off'}>
              <input
                type="radio"
                name={name}
                checked={chosen === one.id}
                disabled={off !== undefined}
                onChange={() => onChoose(one.id)}
              />
              <Icon name={systemLook(one.type).icon} />
              <span className="mono small clip">{one.name}</span>
              <span className="muted small clip grow">{off ?? (one.description || one.connector)}</span>
              <ResourceStatus state={one} />
            </label>
          );
        })}
        {found.length > SHOWN && (
          <p className="muted small">{t('actions:morePicks', { count: found.length - SHOWN })}</p>
        )}
        {onCreate !== undefined && (
          <Button icon="plus" onClick={onCreate}>
            {createLabel}
          </Button>
        )}
      </fieldset>
      {preview !== undefined && <ChannelPreview key={preview.id} channel={preview} />}
    </>
  );
}
