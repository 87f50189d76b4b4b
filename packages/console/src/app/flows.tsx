import { lazy } from 'react';

/** Parts of one feature that others open without leaving their page: features do not import each other. */

/** The form of a new connector beside the page it is needed on. */
export const ConnectorCreateDrawer = lazy(() =>
  import('../connectors/ConnectorCreateDrawer.tsx').then((module) => ({ default: module.ConnectorCreateDrawer })),
);
