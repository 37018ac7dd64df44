import { useEffect, useState } from 'react';

/** The time, once a second while somebody waits for something. */
export function useNow(isActive: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isActive) return;
    const tick = () => setNow(Date.now());
    // At once too: the last tick may be long ago.
    const first = setTimeout(tick);
    const timer = setInterval(tick, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isActive]);
  return now;
}
