import type { Status } from '@libs/contract';

/**
 * The words others have for a status, in lower case with single blanks. Canny: open, under review, planned, in
 * progress, complete, closed (developers.canny.io, "Posts"). Fider: open, planned, started, completed, declined,
 * duplicate, deleted (app/models/enum/post_status.go). Astuto: Planned, In Progress, Completed, Rejected to begin with,
 * and none (app/workflows/create_welcome_entities_workflow.rb).
 */
const WORDS: Readonly<Record<Status, string>> = {
  new: 'new,open,under review,in review,needs review,review,pending,received,submitted,considering,under consideration,gathering feedback,gathering interest,backlog,idea,triage,todo,none',
  planned: 'planned,accepted,approved,scheduled,next,up next,on roadmap,on the roadmap,roadmap,future',
  building:
    'building,in progress,started,in development,development,doing,active,beta,in beta,wip,working on it',
  shipped:
    'shipped,complete,completed,done,released,live,implemented,fixed,resolved,launched,available,delivered',
  declined:
    "declined,closed,rejected,duplicate,deleted,archived,not planned,won't do,wont do,won't fix,wontfix,cancelled,canceled,not now,invalid,spam",
};
const MEANINGS = new Map(
  (Object.entries(WORDS) as [Status, string][]).flatMap(([status, words]) =>
    words.split(',').map((word) => [word, status] as const),
  ),
);

/** So many different words are shown; a column with more of them is no status. */
export const STATUS_WORDS_MAX = 40;

/** As words are compared: `In_Progress ` is `in progress`. */
export const statusWord = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();

/** What a word most likely means; null when nobody has heard of it. */
export const meaningOf = (text: string): Status | null => MEANINGS.get(statusWord(text)) ?? null;

/** The different words of a column as they are written first, the most frequent first, and how often each is there. */
export function wordsIn(
  values: Iterable<string | null | undefined>,
): readonly { readonly word: string; readonly text: string; readonly count: number }[] {
  const found = new Map<string, { word: string; text: string; count: number }>();
  for (const value of values) {
    const text = value?.trim();
    if (!text) continue;
    const word = statusWord(text);
    const entry = found.get(word);
    if (entry) entry.count++;
    else if (found.size <= STATUS_WORDS_MAX) found.set(word, { word, text, count: 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}
