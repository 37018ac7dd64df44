import type { RateBudget } from '@libs/api-client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationEntry, Reference } from '../reference/reference';
import type { Answer } from './answer';
import { newDraft, requestOf, type Draft } from './request';
import { send } from './send';

/** How a call stands. What came last stays in sight until there is something new. */
export interface Call {
  readonly phase: 'idle' | 'waiting' | 'sending' | 'answered' | 'failed' | 'cancelled';
  readonly answer: Answer | null;
  /** The path it was sent to, which may no longer be the one that is filled in. */
  readonly path: string;
}

const IDLE: Call = { phase: 'idle', answer: null, path: '' };

/** Everything that is filled in and answered, for as long as the page is open, and nowhere but in its memory. */
export interface Console {
  /** Whether there is a key; which one, only the request is told. */
  readonly hasKey: boolean;
  readonly setKey: (key: string) => void;
  /** What keeps the key from being sent. */
  readonly keyFault: 'missing' | 'characters' | null;
  readonly budget: RateBudget | null | undefined;
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
  const [hasKey, setHasKey] = useState(false);
  const [keyFault, setKeyFault] = useState<Console['keyFault']>(null);
  const [budget, setBudget] = useState<RateBudget | null>();
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
    // Limits and versions are those of one key.
    setBudget(undefined);
    setWaits({});
  };

  const received = (id: string, path: string, answer: Answer) => {
    if (answer.budget !== null || answer.status < 400) setBudget(answer.budget);
    const etag = answer.headers.find(([name]) => name === 'etag')?.[1];
    if (etag) setEtags((all) => ({ ...all, [path]: etag }));
    if (answer.status === 429 && answer.retryAfterSeconds !== null) {
      const isSpent = answer.budget?.windows.some(({ remaining }) => remaining === 0);
      const until = Date.now() + answer.retryAfterSeconds * 1000;
      setWaits((all) => ({ ...all, [isSpent ? '*' : id]: until }));
    }
    note(id, { phase: 'answered', answer, path });
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
        await pause(wait, signal);
      }
      note(id, { phase: 'sending' });
      received(
        id,
        request.path,
        await send({ request, file: draft.file, baseUrl, key: key.current, signal }),
      );
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
      if (fault) return false;
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
