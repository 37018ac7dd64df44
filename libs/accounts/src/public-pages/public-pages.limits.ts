/** Statuses that a roadmap can show (public.md 2). */
export const ROADMAP_STATUSES = ['new', 'planned', 'building', 'shipped'] as const;
export type RoadmapStatus = (typeof ROADMAP_STATUSES)[number];

/** Which numbers public pages show: none, how many people ask for an item, or also its votes. */
export const PUBLIC_COUNTS = ['none', 'confirmed', 'all'] as const;
export type PublicCounts = (typeof PUBLIC_COUNTS)[number];

export const PUBLIC_INTRODUCTION_MAX = 1000;
