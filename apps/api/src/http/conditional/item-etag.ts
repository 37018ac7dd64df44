import { hash } from 'node:crypto';
import type { Feedback } from '@libs/feedback';

/**
 * The version, and a digest of the names of the item's tags and assignee, which can change without a new version
 * (conventions.md 10).
 */
export function etagOf({ version, tags, assignee }: Feedback): string {
  if (tags.length === 0 && !assignee) return `"${version}"`;
  // A name of a tag has no commas, and a name of a person no line breaks.
  const names = assignee ? `${tags.join()}\n${assignee.name}` : tags.join();
  return `"${version}-${hash('sha256', names).slice(0, DIGEST_LENGTH)}"`;
}

/** Hexadecimal digits of the digest. */
const DIGEST_LENGTH = 8;
