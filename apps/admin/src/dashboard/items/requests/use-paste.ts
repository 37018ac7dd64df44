import type { Item } from '@libs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Store, useStore } from '../../../ui/store';
import {
  byValidity,
  partsOf,
  PASTED_MAX,
  readPasted,
  remainingText,
  type PastedLine,
} from './pasted-requests';
import { withAgreement } from './request-fields';
import { refreshRequests, sendRequests } from './request-queries';

/** The pasted text of an item. It stays when its dialog is closed, until it is sent. */
const draft = new Store({ itemId: '', text: '' });

/** The result of the last time that requests were sent. */
interface PasteResult {
  /** Number of requests that were added or updated. */
  readonly added: number;
  readonly error: unknown;
}

/** Requests differ from lines: lines with the same address are one. */
const requestCount = (lines: readonly PastedLine[]): number =>
  lines.filter(({ repeats }) => repeats === null).length;

/** The pasted text, what it says, and a function that sends it in parts. What could not be sent stays in the text. */
export function usePaste({ id, merged_into: target }: Item) {
  const queryClient = useQueryClient();
  const stored = useStore(draft);
  const text = stored.itemId === id ? stored.text : '';
  const pasted = useMemo(() => readPasted(text), [text]);
  const { valid, wrong } = useMemo(() => byValidity(pasted), [pasted]);
  /** Number of sent lines while they are sent. */
  const [sent, setSent] = useState<number | null>(null);
  const [result, setResult] = useState<PasteResult | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  const isStopped = useRef(false);

  async function send(): Promise<PasteResult & { readonly rest: string }> {
    let done = 0;
    let error: unknown = null;
    setResult(null);
    setSent(0);
    try {
      for (const part of partsOf(valid)) {
        if (isStopped.current) break;
        await sendRequests(
          id,
          part.map((request) => withAgreement(request, isAgreed)),
        );
        done += part.length;
        setSent(done);
      }
    } catch (failure) {
      error = failure;
    }
    const rest = remainingText(pasted, done);
    draft.set({ itemId: id, text: rest });
    const sentResult = { added: requestCount(valid.slice(0, done)), error };
    setResult(sentResult);
    setSent(null);
    if (done > 0) void refreshRequests(queryClient, id, target);
    return { ...sentResult, rest };
  }

  return {
    text,
    setText: (next: string) => draft.set({ itemId: id, text: next }),
    pasted,
    valid,
    wrong,
    /** Number of requests to add. */
    count: requestCount(valid),
    isTooLong: pasted.lines.length > PASTED_MAX,
    isAgreed,
    setAgreed,
    sent,
    result,
    send,
    /** Sends no further part. */
    stop: () => {
      isStopped.current = true;
    },
  };
}
export type Paste = ReturnType<typeof usePaste>;
