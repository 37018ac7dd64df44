import { startTransition, useOptimistic } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** The path of the dashboard, before those of its pages. */
export const BASENAME = '/app';

/**
 * Returns the path of the page to mark as the current one in links, from the click on, while it is loaded and rendered,
 * and a function for links to call when they are chosen.
 */
export function useCurrentPath(): readonly [path: string, setChosen: (path: string) => void] {
  const { pathname } = useLocation();
  const { location: loading } = useNavigation();
  const path = loading ? loading.pathname.slice(BASENAME.length) || '/' : pathname;
  const [current, setCurrent] = useOptimistic(path);
  return [current, (chosen) => startTransition(() => setCurrent(chosen))];
}
