import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns the token in the fragment of the URL, which no request contains; an empty string without one. Removes it from
 * the URL, so that it doesn't stay in the history.
 */
export function useFragmentToken(): string {
  const { hash, pathname } = useLocation();
  const [token, setToken] = useState(hash.slice(1));
  useEffect(() => {
    if (hash.length <= 1) return;
    setToken(hash.slice(1));
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [hash, pathname]);
  return token;
}
