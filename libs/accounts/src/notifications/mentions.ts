import { folded, type Role } from '@libs/kernel';

/** A person of an account, as far as notifications need to know. */
export interface NotifiedMember {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
}

/** Characters of names. An email address isn't a mention, because one of these is before its `@`. */
const WORD = /[\p{L}\p{M}\p{N}._+-]$/u;
const WORD_START = /^[\p{L}\p{M}\p{N}_]/u;

/**
 * Returns the IDs of the members that a text mentions as `@name`, in any case: by their name, or by the part of their
 * email address before the `@`. If several names match, the longest one counts (notifications.md 2).
 */
export function mentionedIn(text: string, members: readonly NotifiedMember[]): readonly string[] {
  const handles = handlesOf(members);
  const said = folded(text);
  const found = new Set<string>();
  for (let at = said.indexOf('@'); at >= 0; at = said.indexOf('@', at + 1)) {
    const candidates = handles.get(said.charAt(at + 1));
    if (!candidates || WORD.test(said.slice(Math.max(0, at - 2), at))) continue;
    const longest = candidates.find(({ handle }) => isAt(said, at + 1, handle))?.handle;
    for (const { id, handle } of candidates) if (handle === longest) found.add(id);
  }
  return [...found];
}

interface Handle {
  readonly id: string;
  readonly handle: string;
}

/** Returns the handles by their first character, the longest first: a text can have thousands of `@`. */
function handlesOf(members: readonly NotifiedMember[]): ReadonlyMap<string, readonly Handle[]> {
  const handles = members
    .flatMap(({ id, name, email }) => [
      { id, handle: folded(name.trim()) },
      { id, handle: folded(email.slice(0, email.lastIndexOf('@'))) },
    ])
    .filter(({ handle }) => handle !== '')
    .toSorted((a, b) => b.handle.length - a.handle.length);
  const byFirst = new Map<string, Handle[]>();
  for (const one of handles) {
    const first = one.handle.charAt(0);
    const others = byFirst.get(first);
    if (others) others.push(one);
    else byFirst.set(first, [one]);
  }
  return byFirst;
}

const isAt = (text: string, at: number, handle: string): boolean =>
  text.startsWith(handle, at) && !WORD_START.test(text.slice(at + handle.length, at + handle.length + 2));
