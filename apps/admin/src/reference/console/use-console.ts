import type { RateLimitStatus } from '@libs/api-client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationEntry, Reference } from '../document/reference';
import type { ApiResponse } from './response/response';
import { createDraft, buildRequest, type RequestDraft } from './request/request';
import { sendRequest } from './request/send';

/** State of a request. The last response stays visible until a new one arrives. */
interface CallState {
  readonly phase: 'idle' | 'waiting' | 'sending' | 'received' | 'failed' | 'cancelled';
  readonly response: ApiResponse | null;
  /** The request of `response`; the current input may differ. */
  readonly draft: RequestDraft | null;
}

export const KEY_FIELD_ID = 'api-key';

const IDLE: CallState = { phase: 'idle', response: null, draft: null };

/** Input and responses of all operations. Kept in memory only, until the page is closed. */
export interface Console {
  /** True if a key is entered. Components don't get its value. */
  readonly hasKey: boolean;
  readonly setKey: (key: string) => void;
  /** Why the key cannot be sent. */
  readonly keyError: 'missing' | 'characters' | null;
  readonly rateLimit: RateLimitStatus | null | undefined;
  getDraft(operation: OperationEntry): RequestDraft;
  updateDraft(operation: OperationEntry, change: Partial<RequestDraft>): void;
  getCall(operation: OperationEntry): CallState;
  /** Time of the next request that the rate limit allows, in milliseconds since 1970; 0 if it is not limited. */
  nextAttemptAt(operation: OperationEntry): number;
  /**
   * Sends immediately or, if rate-limited, at `nextAttemptAt`. Does nothing while the previous request of the operation
   * runs: it may be changing data. Returns false without a valid key.
   */
  send(operation: OperationEntry, draft: RequestDraft): boolean;
  cancel(operation: OperationEntry): void;
  /** The last known ETag of the item at the path. */
  getEtag(path: string): string | undefined;
  readonly baseUrl: string;
  /** The API key, for a download, which sends its own request. */
  secret(): string;
}

export function useConsole({ baseUrl }: Reference): Console {
  const key = useRef('');
  const controllers = useRef(new Map<string, AbortController>());
  const waitingControllers = useRef(new Set<AbortController>());
  const [hasKey, setHasKey] = useState(false);
  const [keyError, setKeyError] = useState<Console['keyError']>(null);
  const [rateLimit, setRateLimit] = useState<RateLimitStatus | null>();
  const [drafts, setDrafts] = useState<Readonly<Record<string, RequestDraft>>>({});
  const [calls, setCalls] = useState<Readonly<Record<string, CallState>>>({});
  const [retryTimes, setRetryTimes] = useState<Readonly<Record<string, number>>>({});
  const [etags, setEtags] = useState<Readonly<Record<string, string>>>({});

  const updateCall = useCallback(
    (id: string, change: Partial<CallState>) =>
      setCalls((all) => ({ ...all, [id]: { ...(all[id] ?? IDLE), ...change } })),
    [],
  );
  const cancel = ({ id }: OperationEntry) => controllers.current.get(id)?.abort();
  const nextAttemptAt = ({ id }: OperationEntry) => Math.max(retryTimes[id] ?? 0, retryTimes['*'] ?? 0);

  const setKey = (value: string) => {
    key.current = value.trim();
    setHasKey(key.current !== '');
    setKeyError(null);
    // Cancel queued requests, so that none uses a removed key. Limits apply per key.
    waitingControllers.current.forEach((controller) => controller.abort());
    setRateLimit(undefined);
    setRetryTimes({});
  };

  /** Stores the rate limit, ETag, and retry time of a response. */
  const handleResponse = (id: string, path: string, response: ApiResponse) => {
    if (response.rateLimit !== null || response.status < 400) setRateLimit(response.rateLimit);
    const etag = response.headers.find(([name]) => name === 'etag')?.[1];
    if (etag) setEtags((all) => ({ ...all, [path]: etag }));
    if (response.status === 429 && response.retryAfterSeconds !== null) {
      const isExceeded = response.rateLimit?.windows.some(({ remaining }) => remaining === 0);
      const until = Date.now() + response.retryAfterSeconds * 1000;
      setRetryTimes((all) => ({ ...all, [isExceeded ? '*' : id]: until }));
    }
  };

  const startCall = async (operation: OperationEntry, draft: RequestDraft, wait: number) => {
    const { id } = operation;
    const request = buildRequest(operation, draft);
    const controller = new AbortController();
    controllers.current.set(id, controller);
    const { signal } = controller;
    try {
      if (wait > 0) {
        updateCall(id, { phase: 'waiting' });
        waitingControllers.current.add(controller);
        await sleep(wait, signal).finally(() => waitingControllers.current.delete(controller));
      }
      updateCall(id, { phase: 'sending' });
      const secret = key.current;
      const response = await sendRequest({ request, file: draft.file, baseUrl, key: secret, signal });
      updateCall(id, { phase: 'received', response, draft });
      if (key.current === secret) handleResponse(id, request.path, response);
    } catch {
      updateCall(id, { phase: signal.aborted ? 'cancelled' : 'failed', response: null });
    } finally {
      controllers.current.delete(id);
    }
  };

  useEffect(() => {
    const calls = controllers.current;
    return () => calls.forEach((controller) => controller.abort());
  }, []);

  return {
    hasKey,
    setKey,
    keyError,
    rateLimit,
    baseUrl,
    getDraft: (operation) => drafts[operation.id] ?? createDraft(operation),
    updateDraft: (operation, change) =>
      setDrafts((all) => ({
        ...all,
        [operation.id]: { ...(all[operation.id] ?? createDraft(operation)), ...change },
      })),
    getCall: ({ id }) => calls[id] ?? IDLE,
    nextAttemptAt,
    send(operation, draft) {
      const keyProblem = key.current === '' ? 'missing' : /[^\w-]/.test(key.current) ? 'characters' : null;
      setKeyError(keyProblem);
      if (keyProblem) {
        document.getElementById(KEY_FIELD_ID)?.focus();
        return false;
      }
      if (!controllers.current.has(operation.id))
        void startCall(operation, draft, nextAttemptAt(operation) - Date.now());
      return true;
    },
    cancel,
    getEtag: (path) => etags[path],
    secret: () => key.current,
  };
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(signal.reason as Error);
    });
  });
