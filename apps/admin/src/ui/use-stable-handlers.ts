import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

/**
 * Returns functions that never change and call the latest ones, so that a memoized component which gets them does not
 * render again. Call them in event handlers only.
 */
export function useStableHandlers<T extends Handlers>(handlers: T): T {
  const latest = useRef(handlers);
  useLayoutEffect(() => void (latest.current = handlers));
  const [stable] = useState(() => {
    const call =
      (name: string) =>
      (...args: never[]) =>
        latest.current[name]!(...args);
    return Object.fromEntries(Object.keys(handlers).map((name) => [name, call(name)])) as T;
  });
  return stable;
}
