import type { RateLimitStatus } from '@libs/api-client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationEntry, Reference } from '../document/reference';
import type { Answer } from './response/response';
import { newDraft, requestOf, type Draft } from './request/request';
import { send } from './request/send';

/** How a call stands. What came last stays in sight until there is something new. */
export interface Call {
  readonly phase: 'idle' | 'waiting' | 'sending' | 'answered' | 'failed' | 'cancelled';
  readonly answer: Answer | null;
  /** What the answer is to: no longer, perhaps, what is filled in. */
  readonly draft: Draft | null;
}

/** The id of the field in which the key stands. */
export const KEY_FIELD = 'api-key';

const IDLE: Call = { phase: 'idle', answer: null, draft: null };

/** Everything that is filled in and answered, for as long as the page is open, and nowhere but in its memory. */
export interface Console {
  /** Whether there is a key; which one, only the request is told. */
  readonly hasKey: boolean;
  readonly setKey: (key: string) => void;
  /** What keeps the key from being sent. */
  readonly keyFault: 'missing' | 'characters' | null;
  readonly budget: RateLimitStatus | null | undefined;
  draftOf(operation: OperationEntry): Draft;
  change(operation: OperationEntry, change: Partial<Draft>): void;
  callOf(operation: OperationEntry): Call;
  /** When the next call has a chance, in milliseconds since 1970; 0 when it has one now. */
  waitUntil(operation: OperationEntry): number;
  /** Sends at once, or as soon as there is room again. False without a usable key. */
  send(operation: OperationEntry, draft: Draft): boolean;
  cancel(operation: OperationEntry): void;
  /** The version of an item as it was last seen, by its path. */
  etagOf(path: string): string | undefined;
  readonly baseUrl: string;
  /** For a download, which is a call of its own. */
  secret(): string;
}

export function useConsole({ baseUrl }: Reference): Console {
  const key = useRef('');
  const running = useRef(new Map<string, AbortController>());
  const waiting = useRef(new Set<AbortController>());
  const [hasKey, setHasKey] = useState(false);
  const [keyFault, setKeyFault] = useState<Console['keyFault']>(null);
  const [budget, setBudget] = useState<RateLimitStatus | null>();
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const [calls, setCalls] = useState<Readonly<Record<string, Call>>>({});
  const [waits, setWaits] = useState<Readonly<Record<string, number>>>({});
  const [etags, setEtags] = useState<Readonly<Record<string, string>>>({});

  const note = useCallback(
    (id: string, change: Partial<Call>) =>
      setCalls((all) => ({ ...all, [id]: { ...(all[id] ?? IDLE), ...change } })),
    [],
  );
  const cancel = ({ id }: OperationEntry) => running.current.get(id)?.abort();
  const waitUntil = ({ id }: OperationEntry) => Math.max(waits[id] ?? 0, waits['*'] ?? 0);

  const setKey = (value: string) => {
    key.current = value.trim();
    setHasKey(key.current !== '');
    setKeyFault(null);
    // Nothing goes out later with a key that is no longer there; limits are those of one key.
    waiting.current.forEach((controller) => controller.abort());
    setBudget(undefined);
    setWaits({});
  };

  /** What an answer says about the key that is filled in. */
  const received = (id: string, path: string, answer: Answer) => {
    if (answer.budget !== null || answer.status < 400) setBudget(answer.budget);
    const etag = answer.headers.find(([name]) => name === 'etag')?.[1];
    if (etag) setEtags((all) => ({ ...all, [path]: etag }));
    if (answer.status === 429 && answer.retryAfterSeconds !== null) {
      const isSpent = answer.budget?.windows.some(({ remaining }) => remaining === 0);
      const until = Date.now() + answer.retryAfterSeconds * 1000;
      setWaits((all) => ({ ...all, [isSpent ? '*' : id]: until }));
    }
  };

  const begin = async (operation: OperationEntry, draft: Draft, wait: number) => {
    const { id } = operation;
    const controller = new AbortController();
    running.current.get(id)?.abort();
    running.current.set(id, controller);
    const { signal } = controller;
    const request = requestOf(operation, draft);
    try {
      if (wait > 0) {
        note(id, { phase: 'waiting' });
        waiting.current.add(controller);
        await pause(wait, signal).finally(() => waiting.current.delete(controller));
      }
      note(id, { phase: 'sending' });
      const secret = key.current;
      const answer = await send({ request, file: draft.file, baseUrl, key: secret, signal });
      note(id, { phase: 'answered', answer, draft });
      if (key.current === secret) received(id, request.path, answer);
    } catch {
      if (running.current.get(id) === controller)
        note(id, { phase: signal.aborted ? 'cancelled' : 'failed', answer: null });
    } finally {
      if (running.current.get(id) === controller) running.current.delete(id);
    }
  };

  useEffect(() => {
    const calls = running.current;
    return () => calls.forEach((controller) => controller.abort());
  }, []);

  return {
    hasKey,
    setKey,
    keyFault,
    budget,
    baseUrl,
    draftOf: (operation) => drafts[operation.id] ?? newDraft(operation),
    change: (operation, change) =>
      setDrafts((all) => ({
        ...all,
        [operation.id]: { ...(all[operation.id] ?? newDraft(operation)), ...change },
      })),
    callOf: ({ id }) => calls[id] ?? IDLE,
    waitUntil,
    send(operation, draft) {
      const fault = key.current === '' ? 'missing' : /[^\w-]/.test(key.current) ? 'characters' : null;
      setKeyFault(fault);
      if (fault) {
        document.getElementById(KEY_FIELD)?.focus();
        return false;
      }
      void begin(operation, draft, waitUntil(operation) - Date.now());
      return true;
    },
    cancel,
    etagOf: (path) => etags[path],
    secret: () => key.current,
  };
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(signal.reason as Error);
    });
  });
