import { useEffect, useState } from 'react';

/** The current time, updated every second while active. */
export function useNow(isActive: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isActive) return;
    const tick = () => setNow(Date.now());
    // Also immediately: the stored time may be old.
    const first = setTimeout(tick);
    const timer = setInterval(tick, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isActive]);
  return now;
}
