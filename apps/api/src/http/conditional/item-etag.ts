import { hash } from 'node:crypto';
import type { Feedback } from '@libs/feedback';

/**
 * The version, and a digest of what can change without a new version: the names of the item's tags and assignee, and the
 * totals of its requests and votes (conventions.md 10).
 */
export function etagOf(item: Feedback): string {
  const { version, tags, assignee, request_count, request_value, unconfirmed_votes: votes } = item;
  const isUsual = request_count === 1 && request_value === 0 && votes === 0;
  if (isUsual && tags.length === 0 && !assignee) return `"${version}"`;
  // A name of a tag has no commas, and a name of a person no line breaks.
  const content = [tags.join(), assignee?.name ?? '', request_count, request_value, votes].join('\n');
  return `"${version}-${hash('sha256', content).slice(0, DIGEST_LENGTH)}"`;
}

/** Hexadecimal digits of the digest. */
const DIGEST_LENGTH = 8;
