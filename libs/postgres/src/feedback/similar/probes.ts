import type { Fragment } from './fragments';

/** A lookup in the search index: items with all of these fragments. */
export type Probe = readonly Fragment[];

/** Estimated time that all lookups of a request may take, in microseconds. */
const MAX_COST = 15_000;
/** Time to read one entry of the index, and to read one item that was found, in microseconds. */
const READ_COST = 1;
const FOUND_COST = 15;
/** Maximum number of lookups. Each takes a few hundred microseconds, even if it finds nothing. */
const MAX_PROBES = 8;
/** Expected number of texts of the sample with a fragment that none of them contains. */
const UNSEEN = 0.1;

interface Known {
  readonly fragment: Fragment;
  /** Texts of the sample that contain all trigrams of the fragment. The index returns them before it compares the text. */
  readonly texts: ReadonlySet<number>;
  /** Number of texts with the rarest trigram of the fragment. The index reads at least its entries. */
  readonly read: number;
}

/**
 * Chooses lookups whose time is limited. PostgreSQL can't estimate how many items contain a part of a word, so a sample
 * of the account's texts is counted. A rare fragment is looked up alone, a frequent one together with another.
 * @param size number of items of the account
 */
export function probesOf(fragments: readonly Fragment[], sample: readonly string[], size: number): Probe[] {
  const perText = size / Math.max(1, sample.length);
  const known = fragments
    .map((fragment) => knownOf(fragment, sample))
    .sort((a, b) => a.read - b.read || b.fragment.text.length - a.fragment.text.length);
  const probes: Probe[] = [];
  let left = MAX_COST;
  const add = (read: number, found: number, probe: Probe): boolean => {
    const cost = (Math.max(read, UNSEEN) * READ_COST + Math.max(found, UNSEEN) * FOUND_COST) * perText;
    if (probes.length === MAX_PROBES || cost > left) return false;
    left -= cost;
    probes.push(probe);
    return true;
  };
  const frequent = known.filter(({ read, texts, fragment }) => !add(read, texts.size, [fragment]));
  for (const [i, a] of frequent.entries())
    for (const b of frequent.slice(i + 1)) {
      if (a.fragment.word === b.fragment.word) continue;
      const expected = (a.texts.size * b.texts.size) / sample.length;
      add(a.read, Math.max(common(a.texts, b.texts), expected), [a.fragment, b.fragment]);
    }
  return probes;
}

function knownOf(fragment: Fragment, sample: readonly string[]): Known {
  const letters = [...fragment.text];
  const trigrams = letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(''));
  const counts = trigrams.map(() => 0);
  const texts = new Set<number>();
  for (const [i, text] of sample.entries()) {
    let contained = 0;
    for (const [n, trigram] of trigrams.entries()) {
      if (!text.includes(trigram)) continue;
      counts[n]!++;
      contained++;
    }
    if (contained === trigrams.length) texts.add(i);
  }
  return { fragment, texts, read: Math.min(...counts) };
}

function common(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let count = 0;
  for (const text of a) if (b.has(text)) count++;
  return count;
}
