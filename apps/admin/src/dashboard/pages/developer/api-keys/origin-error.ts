import { ALLOWED_ORIGINS_MAX } from '@libs/contract';
import { t } from '../../../../messages';
import { originProblem } from './origin';

const texts = t.developer.create;

/** The error message for an origin; null if it can be added. */
export function originError(origin: string, origins: readonly string[]): string | null {
  const problem = originProblem(origin);
  if (problem?.kind === 'not_an_address') return texts.originNotAddress;
  if (problem?.kind === 'not_as_sent') return texts.originWithPath;
  if (origins.includes(origin)) return texts.originTwice;
  return origins.length >= ALLOWED_ORIGINS_MAX ? texts.originsMax(ALLOWED_ORIGINS_MAX) : null;
}
