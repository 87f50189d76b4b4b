import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

type Search = Readonly<Record<string, string | undefined>>;

/** How a list was left for one of its objects. */
interface Left {
  readonly search: Search;
  readonly scroll: number;
}

const left = new Map<string, Left>();

/**
 * Back from one of its objects a list stands as it was left: search, filters, sorting and scroll position. From
 * anywhere else, and with an address that says more than its path, it starts anew.
 */
export function useListMemory(search: Search): { readonly scroll: number } {
  const router = useRouter();
  const navigate = useNavigate();
  const [path] = useState(() => router.state.location.pathname);
  // While the first picture of a page is made, the page before is still the one that is settled.
  const [back] = useState((): Left | undefined => {
    const before = router.state.resolvedLocation?.pathname ?? '';
    const isBack = before.startsWith(`${path}/`) && Object.keys(search).length === 0;
    return isBack ? left.get(path) : undefined;
  });
  useEffect(() => {
    if (back !== undefined && Object.keys(back.search).length > 0)
      void navigate({ to: '.', search: () => back.search, replace: true, resetScroll: false });
  }, [back, navigate]);
  useEffect(() => {
    // The list is still on screen when this is kept; afterwards another page has the scroll bar.
    let scroll = window.scrollY;
    const onScroll = () => {
      if (router.state.location.pathname === path) scroll = window.scrollY;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    left.set(path, { search, scroll });
    return () => {
      window.removeEventListener('scroll', onScroll);
      left.set(path, { search, scroll });
    };
  }, [path, search, router]);
  return { scroll: back?.scroll ?? 0 };
}
