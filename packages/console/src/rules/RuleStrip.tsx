import { Link } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannelMetrics, useChannels } from '../api/channels.ts';
import { inputName, type RuleInput } from '../editor/rule-input.ts';
import { formatCount, formatPercent, formatRate } from '../ui/format.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { type MenuAction, MoreMenu } from '../ui/Menu.tsx';
import { statusLook } from '../ui/status.ts';
import { systemLook } from '../ui/systems.ts';
import { Tip } from '../ui/Tip.tsx';
import { type Ribbon, ribbons } from './ribbon.ts';
import type { RuleFlow } from './rule-flow.ts';
import { type Output, outputName } from './rule-output.ts';
import './strip.css';

interface StripEdits {
  readonly onAddInput: () => void;
  readonly onEditInput: (index: number) => void;
  readonly onRemoveInput: (index: number) => void;
  readonly onAddOutput: () => void;
  readonly onEditOutput: (index: number) => void;
  readonly onRemoveOutput: (index: number) => void;
}

export interface RuleStripProps {
  readonly inputs: readonly RuleInput[];
  readonly outputs: readonly Output[];
  /** Absent for a rule that does not exist yet. */
  readonly flow?: RuleFlow;
  readonly enable: boolean;
  /** Absent: only to look at. */
  readonly edits?: StripEdits;
  /** Why nothing can be added: the buttons stay and say so. */
  readonly locked?: string | undefined;
}

/** Inputs, the gate with what passes, outputs; the ribbons between them are as wide as their rates. */
export function RuleStrip({ inputs, outputs, flow, enable, edits, locked }: RuleStripProps) {
  const { t } = useTranslation('rules');
  const inRate = enable ? flow?.inRate : undefined;
  const outRate = enable ? flow?.outRate : undefined;
  const largest = Math.max(inRate ?? 0, outRate ?? 0);
  return (
    <section className="panel strip" aria-label={t('strip.label')}>
      <div className="strip-side">
        <div className="strip-head">
          <span>{t('strip.inputs')}</span>
          {(edits !== undefined || locked !== undefined) && (
            <AddButton label={t('strip.addInput')} onClick={edits?.onAddInput} locked={locked} />
          )}
        </div>
        <ul>
          {inputs.map((input, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same input may stand twice in FROM
            <li key={`${index}${input.from}`}>
              <InputItem
                input={input}
                // With several inputs the backend counts them together.
                rate={inputs.length === 1 ? inRate : undefined}
                {...(edits === undefined
                  ? {}
                  : { onEdit: () => edits.onEditInput(index), onRemove: () => edits.onRemoveInput(index) })}
              />
            </li>
          ))}
          {inputs.length === 0 && <li className="strip-none">{t('strip.noInput')}</li>}
        </ul>
      </div>
      <Ribbons side="left" largest={largest} rates={inputs.map(() => (inRate ?? 0) / Math.max(inputs.length, 1))} />
      <Gate flow={flow} inRate={inRate} outRate={outRate} enable={enable} />
      <Ribbons side="right" largest={largest} rates={outputs.map(() => outRate ?? 0)} />
      <div className="strip-side">
        <div className="strip-head">
          <span>{t('strip.outputs')}</span>
          {(edits !== undefined || locked !== undefined) && (
            <AddButton label={t('strip.addOutput')} onClick={edits?.onAddOutput} locked={locked} />
          )}
        </div>
        <ul>
          {outputs.map((output, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a republish may stand twice
            <li key={`${index}${outputName(output)}`}>
              <OutputItem
                output={output}
                rate={outRate}
                {...(edits === undefined
                  ? {}
                  : { onEdit: () => edits.onEditOutput(index), onRemove: () => edits.onRemoveOutput(index) })}
              />
            </li>
          ))}
          {outputs.length === 0 && <li className="strip-none">{t('strip.noOutput')}</li>}
        </ul>
      </div>
    </section>
  );
}

function AddButton({
  label,
  onClick,
  locked,
}: {
  readonly label: string;
  readonly onClick: (() => void) | undefined;
  readonly locked: string | undefined;
}) {
  const { t } = useTranslation('rules');
  const button = (
    <button
      type="button"
      className="link strip-add"
      aria-label={label}
      aria-disabled={locked !== undefined || undefined}
      onClick={locked === undefined ? onClick : undefined}
    >
      <Icon name="plus" small />
      {t('strip.add')}
    </button>
  );
  return locked === undefined ? button : <Tip label={locked}>{button}</Tip>;
}

function Gate({
  flow,
  inRate,
  outRate,
  enable,
}: {
  readonly flow: RuleFlow | undefined;
  readonly inRate: number | undefined;
  readonly outRate: number | undefined;
  readonly enable: boolean;
}) {
  const { t } = useTranslation('rules');
  if (flow === undefined || !enable) {
    return (
      <div className="strip-gate">
        <div className="muted small">{flow === undefined ? t('strip.unsaved') : t('strip.disabled')}</div>
      </div>
    );
  }
  const errors = flow.errorRate ?? 0;
  const share =
    inRate !== undefined && inRate > 0 && outRate !== undefined ? formatPercent(outRate, inRate) : undefined;
  return (
    <div className="strip-gate">
      <div className="num">
        <b className="strip-value">{formatRate(outRate)}</b>
        <span className="muted small">{t('strip.pass', { rate: formatRate(inRate) })}</span>
      </div>
      <div className="muted small num">
        {share !== undefined && <>{share} · </>}
        {errors > 0 ? (
          <span className="warning-text">{t('strip.errors', { rate: formatRate(errors) })}</span>
        ) : (
          t((flow.metrics?.['failed.exception'] ?? 0) > 0 ? 'strip.noErrorsNow' : 'strip.noErrors')
        )}
      </div>
    </div>
  );
}

/** The curves of one side, drawn to the real middles of the rows. */
function Ribbons({
  side,
  rates,
  largest,
}: {
  readonly side: 'left' | 'right';
  readonly rates: readonly number[];
  readonly largest: number;
}) {
  const box = useRef<SVGSVGElement>(null);
  const [drawn, setDrawn] = useState<readonly Ribbon[]>([]);
  const key = [...rates, largest].map((rate) => rate.toFixed(1)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the rates
  useLayoutEffect(() => {
    const element = box.current;
    const strip = element?.parentElement;
    if (element === null || strip === null || strip === undefined) return;
    const draw = () => {
      const top = element.getBoundingClientRect().top;
      const middle = (target: Element) => {
        const rect = target.getBoundingClientRect();
        return rect.top - top + rect.height / 2;
      };
      const sides = strip.querySelectorAll('.strip-side');
      const items = sides[side === 'left' ? 0 : 1]?.querySelectorAll('.strip-item') ?? [];
      const gate = strip.querySelector('.strip-gate');
      if (gate === null) return;
      const rows = [...items].map((item, index) => ({ y: middle(item), rate: rates[index] ?? 0 }));
      setDrawn(ribbons(rows, middle(gate), 72, side, largest));
    };
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(strip);
    return () => observer.disconnect();
  }, [key, side]);
  // One pixel high and painted beyond it: the drawing never makes the strip taller, which would draw it anew.
  return (
    <svg ref={box} className="strip-ribbons" height={1} aria-hidden="true">
      {drawn.map((ribbon) => (
        <path
          key={ribbon.row}
          d={ribbon.path}
          strokeWidth={ribbon.width}
          className={(rates[ribbon.row] ?? 0) > 0 ? '' : 'idle'}
        />
      ))}
    </svg>
  );
}

interface ItemEdits {
  readonly onEdit?: () => void;
  readonly onRemove?: () => void;
}

const INPUT_ICONS: Readonly<Record<RuleInput['kind'], IconName>> = {
  topic: 'message',
  event: 'event',
  source: 'sources',
};

function InputItem({
  input,
  rate,
  ...edits
}: { readonly input: RuleInput; readonly rate: number | undefined } & ItemEdits) {
  const { t } = useTranslation(['rules', 'ui']);
  const sources = useChannels('source').data;
  const source = input.kind === 'source' ? sources?.find((one) => one.id === input.id) : undefined;
  const isMissing =
    input.kind === 'source' && sources !== undefined && source === undefined && !input.id.endsWith(':*');
  const isBad = isMissing || (source?.enable === true && source.status === 'disconnected');
  const look = source === undefined ? undefined : statusLook(source.status, 'source', source.enable);
  return (
    <Item
      icon={input.kind === 'source' ? systemLook(input.id.split(':')[0] ?? '').icon : INPUT_ICONS[input.kind]}
      name={inputName(input)}
      isBad={isBad}
      {...(source === undefined ? {} : { link: { to: '/rule/source/$id' as const, id: source.id } })}
      {...edits}
    >
      {isMissing ? (
        <Bad>{t('strip.missing')}</Bad>
      ) : isBad && look !== undefined ? (
        <Bad>{t(`ui:statusOf.${look.word}`)}</Bad>
      ) : (
        rate !== undefined && <Rate value={rate} />
      )}
    </Item>
  );
}

function OutputItem({
  output,
  rate,
  ...edits
}: { readonly output: Output; readonly rate: number | undefined } & ItemEdits) {
  switch (output.kind) {
    case 'action':
      return <ActionItem id={output.id} rate={rate} {...edits} />;
    case 'republish':
      return (
        <Item icon="republish" name={output.args.topic} {...edits}>
          {rate !== undefined && <Rate value={rate} />}
        </Item>
      );
    case 'console':
      return (
        <Item icon="terminal" name="console" {...edits}>
          {rate !== undefined && <Rate value={rate} />}
        </Item>
      );
    case 'other':
      return (
        <Item
          icon="system"
          name={output.name}
          {...(edits.onRemove === undefined ? {} : { onRemove: edits.onRemove })}
        />
      );
  }
}

/** `rate` is what this rule hands over; the action may get more from others. */
function ActionItem({ id, rate, ...edits }: { readonly id: string; readonly rate: number | undefined } & ItemEdits) {
  const { t } = useTranslation(['rules', 'ui']);
  const actions = useChannels('action').data;
  const action = actions?.find((one) => one.id === id);
  const isMissing = actions !== undefined && action === undefined;
  const metrics = useChannelMetrics('action', id).data?.metrics;
  const look = action === undefined ? undefined : statusLook(action.status, 'action', action.enable);
  const isBad = isMissing || look?.tone === 'bad';
  const waiting = metrics?.queuing ?? 0;
  return (
    <Item
      icon={systemLook(id.split(':')[0] ?? '').icon}
      name={id}
      isBad={isBad}
      {...(action === undefined ? {} : { link: { to: '/rule/actions/$id' as const, id } })}
      {...edits}
    >
      {isMissing ? (
        <Bad>{t('strip.missing')}</Bad>
      ) : isBad ? (
        <Bad>
          {waiting > 0
            ? t('strip.waiting', { count: waiting, shown: formatCount(waiting) })
            : look && t(`ui:statusOf.${look.word}`)}
        </Bad>
      ) : look !== undefined && look.tone !== 'ok' ? (
        <span className="strip-rate">
          <Glyph shape={look.shape} tone={look.tone} /> {t(`ui:statusOf.${look.word}`)}
        </span>
      ) : (
        rate !== undefined && <Rate value={rate} />
      )}
    </Item>
  );
}

function Bad({ children }: { readonly children: ReactNode }) {
  return (
    <span className="strip-rate danger-text">
      <Glyph shape="diamond" tone="bad" /> {children}
    </span>
  );
}

function Rate({ value }: { readonly value: number }) {
  return <span className="strip-rate">{formatRate(value)}/s</span>;
}

function Item({
  icon,
  name,
  isBad = false,
  link,
  onEdit,
  onRemove,
  children,
}: ItemEdits & {
  readonly icon: IconName;
  readonly name: string;
  readonly isBad?: boolean;
  readonly link?: { readonly to: '/rule/actions/$id' | '/rule/source/$id'; readonly id: string };
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation(['rules', 'ui']);
  const menu: MenuAction[] = [];
  if (onEdit !== undefined) menu.push({ label: t('strip.edit'), icon: 'edit', onSelect: onEdit });
  if (onRemove !== undefined) menu.push({ label: t('strip.remove'), icon: 'trash', danger: true, onSelect: onRemove });
  const label = (
    <>
      <Icon name={icon} small />
      <span className="mono small clip">{name === '' ? t('strip.noTopic') : name}</span>
    </>
  );
  return (
    <div className={isBad ? 'strip-item bad' : 'strip-item'} title={name}>
      {link !== undefined ? (
        <Link className="strip-name" to={link.to} params={{ id: link.id }}>
          {label}
        </Link>
      ) : onEdit !== undefined ? (
        <button type="button" className="strip-name" onClick={onEdit}>
          {label}
        </button>
      ) : (
        <span className="strip-name">{label}</span>
      )}
      {children}
      {menu.length > 0 && <MoreMenu label={t('strip.more', { name })} actions={menu} />}
    </div>
  );
}
