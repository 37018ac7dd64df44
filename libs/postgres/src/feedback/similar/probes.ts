import type { Fragment } from './fragments';

/** A lookup in the search index: items with all of these fragments. */
export type Probe = readonly Fragment[];

/** Entries of the index that all lookups of a request may read: about 20 ms. */
const MAX_READ = 30_000;
/** Items that one lookup may find. */
const MAX_FOUND = 2_500;
/** Lookups of a request. */
const MAX_PROBES = 8;

interface Known {
  readonly fragment: Fragment;
  /** Texts of the sample that contain the fragment. */
  readonly texts: ReadonlySet<number>;
  /** Number of texts with the rarest trigram of the fragment. The index reads at least its entries. */
  readonly read: number;
}

/**
 * Chooses lookups whose cost is limited. PostgreSQL cannot say how many items contain a part of a word, so a sample of
 * the account's texts is counted. A rare fragment is looked up alone, a frequent one together with another.
 * @param size number of items of the account
 */
export function probesOf(fragments: readonly Fragment[], sample: readonly string[], size: number): Probe[] {
  const perText = size / Math.max(1, sample.length);
  const known = fragments
    .map((fragment) => knownOf(fragment, sample))
    .sort((a, b) => a.read - b.read || b.fragment.text.length - a.fragment.text.length);
  const probes: Probe[] = [];
  let left = MAX_READ;
  const add = (read: number, found: number, probe: Probe): boolean => {
    // A fragment that is not in the sample can be in some items.
    const cost = (read + 0.5) * perText;
    if (probes.length === MAX_PROBES || cost > left || (found + 0.5) * perText > MAX_FOUND) return false;
    left -= cost;
    probes.push(probe);
    return true;
  };
  const frequent = known.filter(({ read, texts, fragment }) => !add(read, texts.size, [fragment]));
  for (const [i, a] of frequent.entries())
    for (const b of frequent.slice(i + 1))
      if (a.fragment.word !== b.fragment.word)
        add(a.read, common(a.texts, b.texts), [a.fragment, b.fragment]);
  return probes;
}

function knownOf(fragment: Fragment, sample: readonly string[]): Known {
  const texts = new Set<number>();
  const letters = [...fragment.text];
  const counts = letters.slice(2).map(() => 0);
  const trigrams = counts.map((_, i) => letters.slice(i, i + 3).join(''));
  for (const [i, text] of sample.entries()) {
    for (const [n, trigram] of trigrams.entries()) if (text.includes(trigram)) counts[n]!++;
    if (text.includes(fragment.text)) texts.add(i);
  }
  return { fragment, texts, read: Math.min(...counts) };
}

function common(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let count = 0;
  for (const text of a) if (b.has(text)) count++;
  return count;
}
