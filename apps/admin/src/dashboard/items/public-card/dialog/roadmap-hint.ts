import type { PublicPages, RoadmapStatus, Status } from '@libs/contract';
import { t } from '../../../../messages';

const texts = t.publishing.dialog;

/** Why the roadmap does not show a public item with this status; null if it does. */
export function roadmapHint(status: Status, { roadmap, statuses }: PublicPages): string | null {
  if (!roadmap) return texts.roadmapOff;
  if (statuses.includes(status as RoadmapStatus)) return null;
  return texts.notOnRoadmap(t.roadmap.statuses[status]);
}
