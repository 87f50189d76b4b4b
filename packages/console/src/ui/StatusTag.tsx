import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ResourceState, reasonOf } from '../api/resource-state.ts';
import { faultText } from '../i18n/fault-text.ts';
import { Glyph, type Shape, type Tone } from './Glyph.tsx';
import { statusLook } from './status.ts';
import { Tip } from './Tip.tsx';

interface Marked {
  readonly tone: Tone;
  readonly shape: Shape;
  readonly children: ReactNode;
}

/** A state in a line of text or a table cell. */
export function StatusText({ tone, shape, children }: Marked) {
  return (
    <span className="status" data-status={tone}>
      <Glyph shape={shape} tone={tone} />
      <span className="clip">{children}</span>
    </span>
  );
}

/** A state in a head: on a filled background. */
export function StatusTag({ tone, shape, children }: Marked) {
  return (
    <span className="tag" data-status={tone}>
      <Glyph shape={shape} tone={tone} />
      {children}
    </span>
  );
}

/** Why a resource is in its state, node by node where the nodes differ. */
function StatusReason({ state }: { readonly state: ResourceState }) {
  const { t } = useTranslation('ui');
  const nodes = state.node_status;
  const { sent, fault } = reasonOf(state);
  return (
    <div>
      {state.status === 'inconsistent' && <p>{t('statusInconsistent')}</p>}
      {nodes.length > 1 || state.status === 'inconsistent' ? (
        <ul className="status-nodes">
          {nodes.map((node) => {
            const look = statusLook(node.status, 'connector');
            return (
              <li key={node.node}>
                <Glyph shape={look.shape} tone={look.tone} /> <b>{node.node}</b> {t(`statusOf.${look.word}`)}
                {node.status_reason !== undefined && <div>{faultText(node.status_fault, node.status_reason)}</div>}
              </li>
            );
          })}
        </ul>
      ) : (
        <p>
          {t('statusReason')}: {faultText(fault, sent) ?? t('unknown')}
        </p>
      )}
    </div>
  );
}

function hasReason(state: ResourceState): boolean {
  if (!state.enable || state.status === 'connected') return false;
  return reasonOf(state).sent !== undefined || state.status === 'inconsistent';
}

/** Status of a connector, action or source with its reasons on hover and focus. */
export function ResourceStatus({
  state,
  filled = false,
}: {
  readonly state: ResourceState;
  readonly filled?: boolean;
}) {
  const { t } = useTranslation('ui');
  const look = statusLook(state.status, state.kind, state.enable);
  const Shown = filled ? StatusTag : StatusText;
  const shown = (
    <Shown tone={look.tone} shape={look.shape}>
      {t(`statusOf.${look.word}`)}
    </Shown>
  );
  // In the head of its own page a change of state is read out; in a list it would be noise.
  const tag = filled ? <span role="status">{shown}</span> : shown;
  if (!hasReason(state)) return tag;
  return (
    <Tip label={<StatusReason state={state} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason behind it must be reachable by keyboard */}
      <span tabIndex={0} className="status-anchor">
        {tag}
      </span>
    </Tip>
  );
}
