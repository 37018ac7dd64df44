import { invalidValue, isText, type Rule } from '@libs/kernel';
import type { ExpectedVersion } from './revision';

/** An entity tag (RFC 9110 8.8.3), which can contain commas. */
const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
/** Replaces a tag. No header contains this character. */
const PLACEHOLDER = '\0';
/** A version, with or without the digest of the tags: only the version is compared (conventions.md 10). */
const VERSION = /^([1-9]\d{0,9})(?:-[0-9a-f]{8})?$/;

/** The versions that the sender of `If-Match` accepts (conventions.md 10). */
export interface Precondition {
  readonly expected: ExpectedVersion;
  /** Whether all ETags are weak, so that none can match. */
  readonly isWeak: boolean;
}

/** Reads the value of an `If-Match` header (RFC 9110 13.1.1); null if it is malformed. */
export function preconditionOf(header: string): Precondition | null {
  if (header.trim() === '*') return { expected: 'any', isWeak: false };
  const tags = [...header.matchAll(TAG)];
  const elements = header.replace(TAG, PLACEHOLDER).split(',');
  const isList = elements.every((element) => ['', PLACEHOLDER].includes(element.trim()));
  if (tags.length === 0 || !isList) return null;
  const strong = tags.flatMap(([, weak, tag]) => (weak ? [] : [tag!]));
  const expected = strong.flatMap((tag) => VERSION.exec(tag)?.[1] ?? []).map(Number);
  return { expected, isWeak: strong.length === 0 };
}

const NONE: Precondition = { expected: [], isWeak: false };
const DEMAND = 'must be the ETag of the item, such as "3", or *';

/** The precondition of a line of a batch: as the header, and a single ETag also without quotes (batch.md 1). */
export const ifMatchRule: Rule<Precondition> = {
  schema: { type: 'string', minLength: 1 },
  demand: DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return NONE;
    const precondition = preconditionOf(VERSION.test(value) ? `"${value}"` : value);
    if (!precondition) issues.push(invalidValue(param, DEMAND));
    return precondition ?? NONE;
  },
};
