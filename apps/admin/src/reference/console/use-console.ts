import type { RateLimitStatus } from '@libs/api-client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationEntry, Reference } from '../document/reference';
import type { ApiResponse } from './response/response';
import { createDraft, buildRequest, type RequestDraft } from './request/request';
import { sendRequest } from './request/send';

/** How a call stands. What came last stays in sight until there is something new. */
interface CallState {
  readonly phase: 'idle' | 'waiting' | 'sending' | 'received' | 'failed' | 'cancelled';
  readonly response: ApiResponse | null;
  /** What the answer is to: no longer, perhaps, what is filled in. */
  readonly draft: RequestDraft | null;
}

/** The id of the field in which the key stands. */
export const KEY_FIELD_ID = 'api-key';

const IDLE: CallState = { phase: 'idle', response: null, draft: null };

/** Everything that is filled in and answered, for as long as the page is open, and nowhere but in its memory. */
export interface Console {
  /** Whether there is a key; which one, only the request is told. */
  readonly hasKey: boolean;
  readonly setKey: (key: string) => void;
  /** What keeps the key from being sent. */
  readonly keyError: 'missing' | 'characters' | null;
  readonly rateLimit: RateLimitStatus | null | undefined;
  getDraft(operation: OperationEntry): RequestDraft;
  updateDraft(operation: OperationEntry, change: Partial<RequestDraft>): void;
  getCall(operation: OperationEntry): CallState;
  /** When the next call has a chance, in milliseconds since 1970; 0 when it has one now. */
  nextAttemptAt(operation: OperationEntry): number;
  /** Sends at once, or as soon as there is room again. False without a usable key. */
  send(operation: OperationEntry, draft: RequestDraft): boolean;
  cancel(operation: OperationEntry): void;
  /** The version of an item as it was last seen, by its path. */
  getEtag(path: string): string | undefined;
  readonly baseUrl: string;
  /** For a download, which is a call of its own. */
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
    // Nothing goes out later with a key that is no longer there; limits are those of one key.
    waitingControllers.current.forEach((controller) => controller.abort());
    setRateLimit(undefined);
    setRetryTimes({});
  };

  /** What an answer says about the key that is filled in. */
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
    const controller = new AbortController();
    controllers.current.get(id)?.abort();
    controllers.current.set(id, controller);
    const { signal } = controller;
    const request = buildRequest(operation, draft);
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
      if (controllers.current.get(id) === controller)
        updateCall(id, { phase: signal.aborted ? 'cancelled' : 'failed', response: null });
    } finally {
      if (controllers.current.get(id) === controller) controllers.current.delete(id);
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
