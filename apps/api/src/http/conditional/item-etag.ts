import { hash } from 'node:crypto';
import type { Feedback } from '@libs/feedback';

/**
 * The version, and a digest of what can change without a new version: the names of the item's tags and assignee, and the
 * totals of its requests (conventions.md 10).
 */
export function etagOf({ version, tags, assignee, request_count, request_value }: Feedback): string {
  const isUsual = tags.length === 0 && !assignee && request_count === 1 && request_value === 0;
  if (isUsual) return `"${version}"`;
  // A name of a tag has no commas, and a name of a person no line breaks.
  const content = [tags.join(), assignee?.name ?? '', request_count, request_value].join('\n');
  return `"${version}-${hash('sha256', content).slice(0, DIGEST_LENGTH)}"`;
}

/** Hexadecimal digits of the digest. */
const DIGEST_LENGTH = 8;
