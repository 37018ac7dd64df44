import { aFeedback, anAccountId, idAt } from '../items/feedback-builders';
import type { Feedback, SimilarUseCases } from '../../src';
import { SIMILAR_PAIRS, type SimilarPair } from './similar-pairs';

const HOUR_MS = 3_600_000;
const FIRST = Date.parse('2026-01-01T00:00:00.000Z');

export interface RecallItems {
  readonly accountId: string;
  readonly items: readonly Feedback[];
  /** IDs of the duplicates, in the order of `SIMILAR_PAIRS`. */
  readonly duplicateIds: readonly string[];
}

/** Returns the duplicates of all pairs, mixed with other items in the order of creation. */
export function recallItems(otherTitles: readonly string[], accountId = anAccountId()): RecallItems {
  const texts = [
    ...otherTitles.map((title) => ({ title, description: null, pair: -1 })),
    ...SIMILAR_PAIRS.map(({ duplicate }, pair) => ({ ...duplicate, pair })),
  ]
    // Any fixed order in which neighbors have nothing in common.
    .map((text, i, { length }) => ({ text, place: (i * 7_919) % length }))
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text);
  const duplicateIds: string[] = [];
  const items = texts.map(({ pair, ...text }, i) => {
    const created_at = new Date(FIRST + i * HOUR_MS).toISOString();
    const id = idAt(created_at);
    if (pair >= 0) duplicateIds[pair] = id;
    return aFeedback({ ...text, accountId, id, created_at, updated_at: created_at });
  });
  return { accountId, items, duplicateIds };
}

/** Returns which of the pairs are found: those whose duplicate is among the similar items of the title. */
export async function foundPairs(
  similar: SimilarUseCases,
  { accountId, duplicateIds }: Pick<RecallItems, 'accountId' | 'duplicateIds'>,
  pairs: readonly SimilarPair[],
): Promise<ReadonlySet<SimilarPair>> {
  const found = new Set<SimilarPair>();
  for (const pair of pairs) {
    const items = await similar.ofTitle(accountId, pair.title);
    const duplicateId = duplicateIds[SIMILAR_PAIRS.indexOf(pair)];
    if (items.some(({ item }) => item.id === duplicateId)) found.add(pair);
  }
  return found;
}

/** Share of the pairs that must be found, in each language and half. */
export const MIN_RECALL = 0.8;

/** Returns the share of the pairs that are found, by language and half. */
export function recallOf(
  found: ReadonlySet<SimilarPair>,
  pairs: readonly SimilarPair[],
): Readonly<Record<string, number>> {
  const groups = new Map<string, { all: number; found: number }>();
  for (const pair of pairs) {
    const name = `${pair.language}, ${pair.half}`;
    const group = groups.get(name) ?? { all: 0, found: 0 };
    groups.set(name, { all: group.all + 1, found: group.found + (found.has(pair) ? 1 : 0) });
  }
  return Object.fromEntries([...groups].map(([name, group]) => [name, group.found / group.all]));
}
