import type { PairRow } from './pairs/pair';
import { ENGLISH } from './pairs/english';
import { FRENCH } from './pairs/french';
import { GERMAN } from './pairs/german';
import { JAPANESE } from './pairs/japanese';
import { SPANISH } from './pairs/spanish';

export interface SimilarPair {
  readonly language: string;
  /** Ranking and limits are tuned on the first half only. */
  readonly half: 'tuning' | 'held out';
  readonly title: string;
  readonly duplicate: { readonly title: string; readonly description: string | null };
}

const pairsOf = (language: string, rows: readonly PairRow[]): SimilarPair[] =>
  rows.map(([title, duplicateTitle, description = null], i) => ({
    language,
    half: i % 2 === 0 ? 'tuning' : 'held out',
    title,
    duplicate: { title: duplicateTitle, description },
  }));

/** 200 expected duplicates as users write them, with typos and paraphrases (similar.md 3). */
export const SIMILAR_PAIRS: readonly SimilarPair[] = [
  ...pairsOf('English', ENGLISH),
  ...pairsOf('German', GERMAN),
  ...pairsOf('French', FRENCH),
  ...pairsOf('Spanish', SPANISH),
  ...pairsOf('Japanese', JAPANESE),
];

export const HELD_OUT_PAIRS: readonly SimilarPair[] = SIMILAR_PAIRS.filter(({ half }) => half === 'held out');
