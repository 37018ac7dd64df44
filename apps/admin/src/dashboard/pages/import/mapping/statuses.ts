import type { Status } from '@libs/contract';

/**
 * Status names of other products, in lowercase with single spaces. Canny: open, under review, planned, in
 * progress, complete, closed (developers.canny.io, "Posts"). Fider: open, planned, started, completed, declined,
 * duplicate, deleted (app/models/enum/post_status.go). Astuto: Planned, In Progress, Completed, Rejected by default,
 * and none (app/workflows/create_welcome_entities_workflow.rb).
 */
const STATUS_NAMES: Readonly<Record<Status, string>> = {
  new: 'new,open,under review,in review,needs review,review,pending,received,submitted,considering,under consideration,gathering feedback,gathering interest,backlog,idea,triage,todo,none',
  planned: 'planned,accepted,approved,scheduled,next,up next,on roadmap,on the roadmap,roadmap,future',
  building:
    'building,in progress,started,in development,development,doing,active,beta,in beta,wip,working on it',
  shipped:
    'shipped,complete,completed,done,released,live,implemented,fixed,resolved,launched,available,delivered',
  declined:
    "declined,closed,rejected,duplicate,deleted,archived,not planned,won't do,wont do,won't fix,wontfix,cancelled,canceled,not now,invalid,spam",
};
const STATUS_BY_NAME = new Map(
  (Object.entries(STATUS_NAMES) as [Status, string][]).flatMap(([status, names]) =>
    names.split(',').map((word) => [word, status] as const),
  ),
);

/** Maximum number of distinct values shown; a column with more isn't a status column. */
export const DISTINCT_STATUSES_MAX = 40;

/** Normalizes a status name: `In_Progress ` becomes `in progress`. */
export const normalizeStatus = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();

/** The most likely status for a name; null if unknown. */
export const guessStatus = (text: string): Status | null => STATUS_BY_NAME.get(normalizeStatus(text)) ?? null;

/** The distinct values of a column in their first spelling, with counts, most frequent first. */
export function countDistinct(
  values: Iterable<string | null | undefined>,
): readonly { readonly normalized: string; readonly text: string; readonly count: number }[] {
  const valuesByKey = new Map<string, { normalized: string; text: string; count: number }>();
  for (const value of values) {
    const text = value?.trim();
    if (!text) continue;
    const normalized = normalizeStatus(text);
    const entry = valuesByKey.get(normalized);
    if (entry) entry.count++;
    else if (valuesByKey.size <= DISTINCT_STATUSES_MAX)
      valuesByKey.set(normalized, { normalized, text, count: 1 });
  }
  return [...valuesByKey.values()].sort((a, b) => b.count - a.count);
}
