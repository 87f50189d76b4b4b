import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatRate } from '../ui/format.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { systemLook } from '../ui/systems.ts';
import type { Flow, FlowNode } from './flow.ts';
import { layoutFlow, NODE_HEIGHT, type Ribbon } from './flow-layout.ts';

function iconOf(node: FlowNode): IconName {
  switch (node.kind) {
    case 'topic':
      return 'message';
    case 'event':
      return 'event';
    case 'source':
    case 'action':
      return systemLook(node.type ?? '').icon;
    case 'rule':
      return 'rules';
    case 'republish':
      return 'republish';
    case 'console':
      return 'terminal';
  }
}

function useNodeText() {
  const { t } = useTranslation('overview');
  return {
    label: (node: FlowNode) =>
      node.kind === 'republish' ? t('flow.republish') : node.kind === 'console' ? t('flow.console') : node.label,
    detail: (node: FlowNode) => {
      const parts: string[] = [];
      if (node.of !== undefined && node.of > 0 && node.rate !== undefined && node.rate < node.of * 0.98)
        parts.push(t('flow.of', { rate: formatRate(node.rate), of: formatRate(node.of) }));
      else if (node.rate !== undefined) parts.push(t('flow.rate', { rate: formatRate(node.rate) }));
      if (node.waiting !== undefined) parts.push(t('flow.waiting', { waiting: formatCount(node.waiting) }));
      return parts.join(' · ');
    },
  };
}

/** A node is a link to what it stands for; topics, events and built-in outputs have no page of their own. */
function NodeLink({
  node,
  className,
  top,
  children,
}: {
  readonly node: FlowNode;
  readonly className: string;
  readonly top: number;
  readonly children: ReactNode;
}) {
  const style = { top, height: NODE_HEIGHT };
  switch (node.kind) {
    case 'rule':
      return (
        <Link to="/rule/rules/$id" params={{ id: node.id }} className={className} style={style}>
          {children}
        </Link>
      );
    case 'action':
      return (
        <Link to="/rule/actions/$id" params={{ id: node.id }} className={className} style={style}>
          {children}
        </Link>
      );
    case 'source':
      return (
        <Link
          to="/rule/source/$id"
          params={{ id: node.id.replace('$bridges/', '') }}
          className={className}
          style={style}
        >
          {children}
        </Link>
      );
    case 'topic':
    case 'event':
      return (
        <Link to="/rule/rules" search={{ q: node.label }} className={className} style={style}>
          {children}
        </Link>
      );
    default:
      return (
        <span className={className} style={style}>
          {children}
        </span>
      );
  }
}

function Column({
  nodes,
  tops,
  height,
  sides,
}: {
  readonly nodes: readonly FlowNode[];
  readonly tops: readonly number[];
  readonly height: number;
  readonly sides: boolean;
}) {
  const { label, detail } = useNodeText();
  return (
    <div className="flow-column" style={{ height }}>
      {nodes.map((node, index) => (
        <NodeLink
          key={node.id}
          node={node}
          top={tops[index] ?? 0}
          className={node.tone === 'bad' ? 'flow-node bad' : node.tone === 'warn' ? 'flow-node warn' : 'flow-node'}
        >
          <span className="flow-name">
            {sides && <Icon name={iconOf(node)} small />}
            <span className="clip">{label(node)}</span>
            {node.tone === 'bad' && <Glyph shape="diamond" tone="bad" />}
            {node.tone === 'warn' && <Glyph shape="triangle" tone="warn" />}
            {node.tone === 'ok' && node.kind === 'action' && <Glyph shape="disc" tone="ok" />}
          </span>
          {detail(node) !== '' && <span className="flow-detail">{detail(node)}</span>}
        </NodeLink>
      ))}
    </div>
  );
}

function Gutter({ ribbons, height }: { readonly ribbons: readonly Ribbon[]; readonly height: number }) {
  const pathOf = ({ y1, y2 }: Ribbon) => `M0 ${y1}C46 ${y1} 54 ${y2} 100 ${y2}`;
  return (
    <svg
      className="flow-gutter"
      style={{ height }}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {ribbons.map((ribbon) => (
        <path
          key={`${ribbon.edge.from} ${ribbon.edge.to}`}
          className={ribbon.edge.bad ? 'flow-line bad' : ribbon.edge.rate ? 'flow-line' : 'flow-line idle'}
          d={pathOf(ribbon)}
          strokeWidth={ribbon.width}
        />
      ))}
    </svg>
  );
}

/** Inputs, rules and outputs with ribbons between them; on narrow screens a list of paths. */
export function FlowGraph({ flow }: { readonly flow: Flow }) {
  const { t } = useTranslation('overview');
  const { label, detail } = useNodeText();
  if (flow.rules.length === 0) return <p className="pad soft">{t('flow.empty')}</p>;
  const layout = layoutFlow(flow);
  return (
    <>
      <section className="flow hide-s" aria-label={t('flow.label')}>
        <div className="flow-head">{t('flow.inputs')}</div>
        <div />
        <div className="flow-head">{t('flow.rules')}</div>
        <div />
        <div className="flow-head">{t('flow.outputs')}</div>
        <Column nodes={flow.inputs} tops={layout.inputs} height={layout.height} sides />
        <Gutter ribbons={layout.left} height={layout.height} />
        <Column nodes={flow.rules} tops={layout.rules} height={layout.height} sides={false} />
        <Gutter ribbons={layout.right} height={layout.height} />
        <Column nodes={flow.outputs} tops={layout.outputs} height={layout.height} sides />
      </section>
      <ul className="flow-list only-s">
        {flow.rules.map((node, index) => {
          const outputs = flow.right.filter((edge) => edge.from === index).map((edge) => flow.outputs[edge.to]);
          return (
            <li key={node.id}>
              <Link to="/rule/rules/$id" params={{ id: node.id }} className="mono">
                {node.label}
              </Link>
              <span className="end num small">{detail(node)}</span>
              <div className="muted small">
                {outputs.length === 0
                  ? t('flow.noOutput')
                  : outputs.map(
                      (output) =>
                        output !== undefined && (
                          <span key={output.id} className={output.tone === 'bad' ? 'danger-text' : undefined}>
                            {t('flow.to', { name: label(output) })}{' '}
                          </span>
                        ),
                    )}
              </div>
            </li>
          );
        })}
      </ul>
      {flow.hidden > 0 && <p className="flow-more muted small">{t('flow.hidden', { count: flow.hidden })}</p>}
    </>
  );
}
