import type { HistoryChange } from '@libs/contract';
import { t } from '../../../messages';

const texts = t.activity.merges;
const MERGE_FIELDS: readonly string[] = [
  'merged_into',
  'duplicate_count',
  'request_count',
  'unconfirmed_votes',
];

/** A part of a sentence: a text, or the ID of an item whose title belongs there. */
export type Part = string | { readonly id: string };

interface Described {
  /** What the change did to duplicates; null if nothing. */
  readonly sentence: readonly Part[] | null;
  /** The other fields that changed. */
  readonly others: HistoryChange['changes'];
}

/** Describes the fields of a change that merges or unmerges items (items.md 11). */
export function describeMerges(changes: HistoryChange['changes']): Described {
  const others = Object.entries(changes).filter(([name]) => !MERGE_FIELDS.includes(name));
  return { sentence: sentenceOf(changes), others: Object.fromEntries(others) };
}

function sentenceOf({
  merged_into: target,
  duplicate_count: duplicates,
  request_count: requests,
}: HistoryChange['changes']): readonly Part[] | null {
  const [before, after] = [duplicates?.from, duplicates?.to].map(Number) as [number, number];
  if (target) {
    const along = duplicates ? [texts.along(Math.max(before, after))] : [];
    return [...targetParts(target.from as string | null, target.to as string | null), ...along];
  }
  if (duplicates) return [after > before ? texts.added(after - before) : texts.removed(before - after)];
  return requests ? [texts.requests(Number(requests.from), Number(requests.to))] : null;
}

function targetParts(from: string | null, to: string | null): readonly Part[] {
  if (to === null) return [texts.unmerged, { id: from ?? '' }];
  const merged: readonly Part[] = [texts.merged, { id: to }];
  return from === null ? merged : [...merged, texts.instead, { id: from }];
}
