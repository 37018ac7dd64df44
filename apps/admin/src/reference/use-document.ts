import { useCallback, useEffect, useState } from 'react';
import type { OpenApiDocument } from './document/openapi';
import { buildReference, type Reference } from './document/reference';

const DOCUMENT_PATH = '/docs/openapi.json';

type Loaded = { readonly reference: Reference } | 'loading' | 'failed';

/** Loads the OpenAPI document from the service; the build doesn't include it. */
export function useDocument(): { readonly loaded: Loaded; readonly retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const loadDocument = useCallback((signal?: AbortSignal) => {
    setLoaded('loading');
    fetch(DOCUMENT_PATH, { signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`Unexpected status: ${response.status}`);
        setLoaded({ reference: buildReference((await response.json()) as OpenApiDocument) });
      })
      .catch(() => signal?.aborted || setLoaded('failed'));
  }, []);
  useEffect(() => {
    const controller = new AbortController();
    loadDocument(controller.signal);
    return () => controller.abort();
  }, [loadDocument]);
  return { loaded, retry: () => loadDocument() };
}
