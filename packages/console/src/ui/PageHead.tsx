import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

interface PageHeadProps {
  /** The answer to why someone opened the page, or the name of the object. */
  readonly title: ReactNode;
  /** Title of the browser tab, when `title` is not plain text. */
  readonly tabTitle?: string;
  /** The title is the name of an object: monospace. */
  readonly object?: boolean;
  /** Beside the title: status, counts. */
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHead({ title, tabTitle, object = false, beside, children }: PageHeadProps) {
  const shown = tabTitle ?? (typeof title === 'string' ? title : undefined);
  return (
    <div className="head">
      {shown !== undefined && <PageTitle title={shown} />}
      <h1 className={object ? 'obj' : undefined}>{title}</h1>
      {beside}
      {children !== undefined && <div className="end">{children}</div>}
    </div>
  );
}
