import { useEffect } from 'react';

/** Has the browser ask before the tab is closed. */
export function usePreventUnload(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [when]);
}
