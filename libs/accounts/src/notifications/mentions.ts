import type { Role } from '../limits';

/** A person of an account, as far as notifications need to know. */
export interface NotifiedMember {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
}

/** Characters of names. An email address is no mention, because one of these is before its `@`. */
const WORD = /[\p{L}\p{M}\p{N}._+-]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}_]/u;

/**
 * Returns the IDs of the members that a text mentions as `@name`, in any case: by their name, or by the part of their
 * email address before the `@`. If several names match, the longest one counts (notifications.md 2).
 */
export function mentionedIn(text: string, members: readonly NotifiedMember[]): readonly string[] {
  const handles = members
    .flatMap(({ id, name, email }) => [
      { id, handle: normalized(name.trim()) },
      { id, handle: normalized(email.slice(0, email.lastIndexOf('@'))) },
    ])
    .toSorted((a, b) => b.handle.length - a.handle.length);
  const folded = normalized(text);
  const found = new Set<string>();
  for (let at = folded.indexOf('@'); at >= 0; at = folded.indexOf('@', at + 1)) {
    if (WORD.test(folded.slice(Math.max(0, at - 2), at))) continue;
    const rest = folded.slice(at + 1);
    const longest = handles.find(({ handle }) => isAtStart(rest, handle))?.handle;
    for (const { id, handle } of handles) if (handle === longest) found.add(id);
  }
  return [...found];
}

const normalized = (text: string): string => text.normalize('NFC').toLowerCase();

const isAtStart = (rest: string, handle: string): boolean =>
  handle !== '' && rest.startsWith(handle) && !WORD_START.test(rest.slice(handle.length));
