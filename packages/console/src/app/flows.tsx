import { lazy } from 'react';

/** Parts of one feature that others open without leaving their page: features do not import each other. */

/** The form of a new connector beside the page it is needed on. */
export const ConnectorCreateDrawer = lazy(() =>
  import('../connectors/ConnectorCreateDrawer.tsx').then((module) => ({ default: module.ConnectorCreateDrawer })),
);

/** Counters of an action, on the page of the webhook it is a part of. */
export const ActionOverview = lazy(async () => {
  const [module] = await Promise.all([import('../actions/ChannelOverview.tsx'), import('../actions/actions.css')]);
  return { default: module.ChannelOverview };
});
