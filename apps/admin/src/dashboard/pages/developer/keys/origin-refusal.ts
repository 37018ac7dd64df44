import { t } from '../../../../messages';
import { ORIGINS_MAX, originProblem } from './origin';

const texts = t.developer.create;

/** Why an origin cannot be added, in words; null when it can. */
export function originRefusal(origin: string, origins: readonly string[]): string | null {
  const problem = originProblem(origin);
  if (problem?.kind === 'not_an_address') return texts.originNotAddress;
  if (problem?.kind === 'not_as_sent') return texts.originNotAsSent;
  if (origins.includes(origin)) return texts.originTwice;
  return origins.length >= ORIGINS_MAX ? texts.originsMax(ORIGINS_MAX) : null;
}
