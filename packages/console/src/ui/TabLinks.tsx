import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export interface TabLink {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
}

/** Views of one object; which one is open is in the address (`?tab=`). */
export function TabLinks({
  label,
  tabs,
  active,
}: {
  readonly label: string;
  readonly tabs: readonly TabLink[];
  readonly active: string;
}) {
  const bar = useRef<HTMLElement>(null);
  // On a narrow screen the tabs scroll sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is open
  useEffect(() => {
    const open = bar.current?.querySelector('[aria-current]');
    open?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' });
  }, [active]);
  return (
    <nav className="tabs" aria-label={label} ref={bar}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          to="."
          // What was searched for in one view says nothing in another.
          search={{ tab: tab.id }}
          replace
          aria-current={tab.id === active ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && <span className="count">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
