import type { MemberEntry } from '@libs/contract';
import { folded, withoutAccents } from '@libs/kernel';

/** A mention that someone is writing: `@` and the start of a name. */
export interface TypedMention {
  /** Position of the `@`. */
  readonly start: number;
  /** The text between the `@` and the caret. */
  readonly text: string;
}

/** A name has at most 100 characters. No letter or digit precedes the `@` (notifications.md 2). */
const TYPED = /(?<![\p{L}\p{M}\p{N}._+-])@([^\n@]{0,100})$/u;
const CANDIDATES_MAX = 6;

/** Returns the mention before the caret; null if there is none. */
export function typedMention(text: string, caret: number): TypedMention | null {
  const found = TYPED.exec(text.slice(0, caret));
  return found && { start: found.index, text: found[1]! };
}

/** The members whose name, a part of it, or email address starts with the text. The person doesn't mention themself. */
export function mentionCandidates(
  members: readonly MemberEntry[],
  { text }: TypedMention,
  ownId: string | undefined,
): readonly MemberEntry[] {
  const typed = plain(text);
  const startsWith = ({ name, email }: MemberEntry) => {
    const known = plain(name);
    const starts = [known, ...known.split(/\s+/u).slice(1), plain(email.slice(0, email.lastIndexOf('@')))];
    return starts.some((one) => one.startsWith(typed));
  };
  return members.filter((member) => member.id !== ownId && startsWith(member)).slice(0, CANDIDATES_MAX);
}

const plain = (text: string): string => withoutAccents(folded(text));

/** Replaces the typed mention by one of a name. Returns the text, and the position of the caret after it. */
export function withMention(
  text: string,
  { start, text: typed }: TypedMention,
  name: string,
): { readonly text: string; readonly caret: number } {
  const before = `${text.slice(0, start)}@${name}`;
  const after = text.slice(start + 1 + typed.length);
  if (/^[^\s\p{L}\p{M}\p{N}]/u.test(after)) return { text: before + after, caret: before.length };
  return { text: before + (/^\s/u.test(after) ? after : ` ${after}`), caret: before.length + 1 };
}
