import {
  arrayRule,
  booleanRule,
  emptyField,
  multilineRule,
  nullable,
  objectRule,
  oneOf,
  optional,
  type Rule,
  type Valid,
  type ValuesOf,
} from '@libs/kernel';
import {
  PUBLIC_COUNTS,
  PUBLIC_INTRODUCTION_MAX,
  ROADMAP_STATUSES,
  type PublicCounts,
  type RoadmapStatus,
} from './public-pages.limits';

/** What an account's public pages show (public.md 2). */
export interface PublicPages {
  readonly roadmap: boolean;
  /** Whether there is a changelog (changelog.md 5). */
  readonly changelog: boolean;
  /** In the order of `ROADMAP_STATUSES`. */
  readonly statuses: readonly RoadmapStatus[];
  readonly counts: PublicCounts;
  /** Whether visitors can vote for cards (votes.md 1). */
  readonly votes: boolean;
  readonly searchEngines: boolean;
  readonly introduction: string | null;
}

export const NEW_PUBLIC_PAGES: PublicPages = {
  roadmap: false,
  changelog: false,
  statuses: ['planned', 'building', 'shipped'],
  counts: 'confirmed',
  votes: false,
  searchEngines: false,
  introduction: null,
};

const list = arrayRule(oneOf(ROADMAP_STATUSES), ROADMAP_STATUSES.length);

/** At least one status, in their order, each once. */
const statusesRule: Rule<readonly RoadmapStatus[]> = {
  schema: { ...list.schema, minItems: 1 },
  read(value, param, issues) {
    const statuses = list.read(value, param, issues);
    if (Array.isArray(value) && value.length === 0) issues.push(emptyField(param));
    return ROADMAP_STATUSES.filter((status) => statuses.includes(status));
  },
};

const CHANGE = {
  roadmap: optional(booleanRule),
  changelog: optional(booleanRule),
  statuses: optional(statusesRule),
  counts: optional(oneOf(PUBLIC_COUNTS)),
  votes: optional(booleanRule),
  search_engines: optional(booleanRule),
  introduction: optional(nullable(multilineRule(PUBLIC_INTRODUCTION_MAX))),
};
/** The input of a change. Absent fields stay unchanged. */
export type PublicPagesChange = ValuesOf<typeof CHANGE>;
export const publicPagesChangeRule = objectRule(CHANGE);

export function changedPublicPages(
  current: PublicPages,
  { search_engines: searchEngines = current.searchEngines, ...others }: Valid<PublicPagesChange>,
): PublicPages {
  return { ...current, ...others, searchEngines };
}

export const publicPagesJson = (pages: PublicPages) => ({
  roadmap: pages.roadmap,
  changelog: pages.changelog,
  statuses: pages.statuses,
  counts: pages.counts,
  votes: pages.votes,
  search_engines: pages.searchEngines,
  introduction: pages.introduction,
});
