import { gramsOf, normalized } from './grams';
import type { Candidate, Candidates } from './similar.ports';

/** Maximum number of similar items (similar.md 1). */
export const SIMILAR_MAX = 5;
/** Number of characters of a description that are compared. */
export const COMPARED_DESCRIPTION = 500;
/** Items below this score have little in common with the text (similar.md 3). */
export const SIMILAR_MIN_SCORE = 0.1;

/** Frequencies in a small account say little, so these imaginary titles are added. They have none of the parts. */
const PRIOR_TITLES = 20;
/** How much the titles count. The rest counts how much of the title is anywhere in the other item. */
const TITLE_SHARE = 0.6;

export interface Scored {
  readonly id: string;
  /** From 0 to 1. */
  readonly score: number;
}

type Grams = ReadonlySet<string>;

/** Returns the most similar candidates, best first, newest first if equal. */
export function rankSimilar(title: string, { found, sample }: Candidates, max = SIMILAR_MAX): Scored[] {
  const weight = weightsOf(sample);
  const own = gramsOf(title);
  const scoreOf = (candidate: Candidate): Scored => {
    const description = (candidate.description ?? '').slice(0, COMPARED_DESCRIPTION);
    const whole = ` ${normalized(candidate.title)} ${normalized(description)} `;
    const score =
      TITLE_SHARE * cosine(own, gramsOf(candidate.title), weight) +
      (1 - TITLE_SHARE) * coverage(own, whole, weight);
    return { id: candidate.id, score: Math.round(score * 1_000) / 1_000 };
  };
  return found
    .map(scoreOf)
    .filter(({ score }) => score >= SIMILAR_MIN_SCORE)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    .slice(0, max);
}

/** Rare parts count more than those that occur in many titles. */
function weightsOf(sample: readonly string[]): (gram: string) => number {
  const counts = new Map<string, number>();
  for (const title of sample)
    for (const gram of gramsOf(title)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const titles = sample.length + PRIOR_TITLES;
  return (gram) => Math.log(1 + titles / (1 + (counts.get(gram) ?? 0)));
}

/** 1 if both have the same parts, 0 if they have none in common. */
function cosine(a: Grams, b: Grams, weight: (gram: string) => number): number {
  let [common, sumA, sumB] = [0, 0, 0];
  for (const gram of a) {
    const square = weight(gram) ** 2;
    sumA += square;
    if (b.has(gram)) common += square;
  }
  for (const gram of b) sumB += weight(gram) ** 2;
  return common === 0 ? 0 : Math.min(1, common / Math.sqrt(sumA * sumB));
}

/** How much of `a` is in a normalized text. Its grams aren't listed, which takes longer. */
function coverage(a: Grams, text: string, weight: (gram: string) => number): number {
  let [common, sum] = [0, 0];
  for (const gram of a) {
    sum += weight(gram);
    if (text.includes(gram)) common += weight(gram);
  }
  return common === 0 ? 0 : common / sum;
}
