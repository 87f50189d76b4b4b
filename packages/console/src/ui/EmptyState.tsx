import type { ReactNode } from 'react';

/** What the thing is and how to start the first one; `slim` for "nothing matches". */
export function EmptyState({
  title,
  text,
  slim = false,
  picture,
  children,
}: {
  readonly title?: string;
  readonly text?: string;
  readonly slim?: boolean;
  readonly picture?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={slim ? 'empty slim' : 'empty'}>
      {picture}
      {title !== undefined && <h2>{title}</h2>}
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className="row wrap">{children}</div>}
    </div>
  );
}
