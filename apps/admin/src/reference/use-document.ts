import { useCallback, useEffect, useState } from 'react';
import type { OpenApiDocument } from './document/openapi';
import { referenceOf, type Reference } from './document/reference';

export const DOCUMENT_PATH = '/docs/openapi.json';

type Loaded = { readonly reference: Reference } | 'loading' | 'failed';

/** The service's own document; nothing of it is built into this page. */
export function useDocument(): { readonly loaded: Loaded; readonly retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const load = useCallback((signal?: AbortSignal) => {
    setLoaded('loading');
    fetch(DOCUMENT_PATH, { signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`Answered ${response.status}`);
        setLoaded({ reference: referenceOf((await response.json()) as OpenApiDocument) });
      })
      .catch(() => signal?.aborted || setLoaded('failed'));
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal);
    return () => controller.abort();
  }, [load]);
  return { loaded, retry: () => load() };
}
