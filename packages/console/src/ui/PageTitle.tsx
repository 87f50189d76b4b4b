import { useEffect } from 'react';

/** Title of the browser tab. */
export function PageTitle({ title }: { readonly title: string }) {
  useEffect(() => {
    document.title = `${title} · Sluice`;
  }, [title]);
  return null;
}
