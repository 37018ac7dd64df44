import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the page heading after navigation. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.getElementById('main');
    if (!main || main.contains(document.activeElement)) return;
    window.scrollTo(0, 0);
    (main.querySelector<HTMLElement>('[data-page-heading]') ?? main).focus({ preventScroll: true });
  }, [pathname]);
}
