import type { Item } from '@libs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '../../../../messages';
import { errorMessage } from '../../../../ui/error-messages';
import { focusFirstInvalidField } from '../../../../ui/forms/first-invalid-field';
import { ApiError } from '../../../api/requests/client';
import { withRetries } from '../../../api/requests/query-client';
import { notify } from '../../notices';
import { textsOf } from '../card-texts';
import { offerCardUndo, storeCard } from '../store-card';
import { CardConflict } from '../write-card';
import { includedLines, invalidLines, linesOf, publishLines, type PublishLine } from './publish-lines';

const texts = t.publishing.many;

/** Titles that were typed and not published, by item ID. They survive the dialog. */
const typedTitles = new Map<string, string>();

interface Result {
  readonly text: string;
  /** Because of which the other lines were not sent; null without one. */
  readonly error: unknown;
}

/** Unless it concerns one item, the other items would fail, too. */
const isGeneral = (error: unknown): boolean =>
  !(error instanceof CardConflict) &&
  (!(error instanceof ApiError) || error.isTemporary || error.status === 401 || error.status === 403);

const lineError = (error: unknown): string =>
  error instanceof CardConflict ? texts.changed : errorMessage(error);

/** The lines of a dialog, and a function that publishes them. Lines that are published disappear. */
export function usePublishLines(items: readonly Item[], onClose: () => void) {
  const queryClient = useQueryClient();
  const [lines, setLines] = useState(() => linesOf(items, typedTitles));
  const [sent, setSent] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const isClosed = useRef(false);

  function change(id: string, part: Partial<PublishLine>): void {
    if (part.title !== undefined) typedTitles.set(id, part.title);
    setLines((before) =>
      before.map((line) => (line.item.id === id ? { ...line, error: null, ...part } : line)),
    );
  }

  async function send(): Promise<void> {
    const invalid = invalidLines(lines);
    if (invalid) {
      setLines(invalid);
      return focusFirstInvalidField();
    }
    const total = includedLines(lines).length;
    setResult(null);
    setSent({ done: 0, total });
    const { published, failed, error } = await publishLines(lines, {
      publish: (item, title) => withRetries(() => storeCard(queryClient, item, textsOf({ title, text: '' }))),
      onProgress: (done) => setSent({ done, total }),
      isStopped: () => isClosed.current,
      isGeneral,
    });
    setSent(null);
    const publishedIds = new Set(published.map(({ saved }) => saved.id));
    publishedIds.forEach((id) => typedTitles.delete(id));
    if (published.length > 0)
      offerCardUndo(queryClient, t.publishing.publishedMany(published.length), published);
    if (error === null && failed.size === 0) return isClosed.current ? undefined : onClose();
    const failedCount = error === null ? failed.size : total - published.length;
    if (isClosed.current)
      return void notify({ text: texts.failed(published.length, failedCount), isError: true });
    setLines(
      lines
        .filter(({ item }) => !publishedIds.has(item.id))
        .map((line) =>
          failed.has(line.item.id) ? { ...line, error: lineError(failed.get(line.item.id)) } : line,
        ),
    );
    setResult({ text: texts.failed(published.length, failedCount), error });
  }

  return {
    lines,
    change,
    /** Number of handled lines while they are sent. */
    sent,
    result,
    send,
    close() {
      isClosed.current = true;
      onClose();
    },
  };
}
