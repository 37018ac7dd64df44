import type { Item } from '@libs/contract';
import { textError } from '../../editing/use-text-draft';

/** Maximum number of items that one dialog publishes. */
export const LINES_MAX = 100;

/** An item that can be published with others. */
export interface PublishLine {
  readonly item: Item;
  readonly title: string;
  readonly isIncluded: boolean;
  /** Why it could not be published; null if that was not tried. */
  readonly error: string | null;
}

export interface Publishable {
  readonly items: readonly Item[];
  /** Numbers of items that are left out. */
  readonly skipped: { readonly public: number; readonly merged: number; readonly others: number };
}

/** @param count number of selected items; can be more than `items`, which are loaded */
export function publishableOf(items: readonly Item[], count: number): Publishable {
  const unmerged = items.filter(({ merged_into: target }) => target === null);
  const privateItems = unmerged.filter(({ public: card }) => card === null);
  const fitting = privateItems.slice(0, LINES_MAX);
  return {
    items: fitting,
    skipped: {
      public: unmerged.length - privateItems.length,
      merged: items.length - unmerged.length,
      others: privateItems.length - fitting.length + Math.max(0, count - items.length),
    },
  };
}

/** @param edited titles that were typed before, by ID */
export const linesOf = (
  items: readonly Item[],
  edited: ReadonlyMap<string, string>,
): readonly PublishLine[] =>
  items.map((item) => ({ item, title: edited.get(item.id) ?? item.title, isIncluded: true, error: null }));

export const includedLines = (lines: readonly PublishLine[]): readonly PublishLine[] =>
  lines.filter(({ isIncluded }) => isIncluded);

/** Lines with an error beside each invalid title; null if all titles are valid. */
export function invalidLines(lines: readonly PublishLine[]): readonly PublishLine[] | null {
  const checked = lines.map((line) => ({
    ...line,
    error: line.isIncluded ? textError('title', line.title) : null,
  }));
  return checked.some(({ error }) => error !== null) ? checked : null;
}

interface PublishOptions {
  readonly publish: (item: Item, title: string) => Promise<Item>;
  /** Called after each line. @param done number of lines that were published or failed */
  readonly onProgress: (done: number) => void;
  readonly isStopped: () => boolean;
  /** True if the other lines would fail, too. */
  readonly isGeneral: (error: unknown) => boolean;
}

interface PublishResult {
  readonly published: readonly { readonly before: Item; readonly saved: Item }[];
  /** What the service said about lines that failed, by ID. */
  readonly failed: ReadonlyMap<string, unknown>;
  /** The error because of which the other lines were not sent; null without one. */
  readonly error: unknown;
}

/** Publishes the included lines one after another. A line that fails does not stop the others. */
export async function publishLines(
  lines: readonly PublishLine[],
  { publish, onProgress, isStopped, isGeneral }: PublishOptions,
): Promise<PublishResult> {
  const published: { before: Item; saved: Item }[] = [];
  const failed = new Map<string, unknown>();
  for (const { item, title } of includedLines(lines)) {
    if (isStopped()) break;
    try {
      published.push({ before: item, saved: await publish(item, title) });
    } catch (error) {
      if (isGeneral(error)) return { published, failed, error };
      failed.set(item.id, error);
    }
    onProgress(published.length + failed.size);
  }
  return { published, failed, error: null };
}
