import {
  PUBLIC_INTRODUCTION_MAX,
  ROADMAP_STATUSES,
  type PublicPages,
  type PublicPagesChange,
} from '@libs/contract';
import { codePoints, hasVisible, trimmed } from '@libs/kernel';
import { t } from '../../../messages';
import { fieldErrors } from '../../../ui/error-messages';
import type { DraftErrors } from '../../../ui/pages/use-settings-draft';

/** The settings as field values. */
export interface RoadmapDraft extends Omit<PublicPages, 'introduction'> {
  readonly introduction: string;
}

export const toDraft = (saved: PublicPages): RoadmapDraft => ({
  ...saved,
  introduction: saved.introduction ?? '',
});

/** The settings that the draft changes; empty if none. */
export function changedSettings(draft: RoadmapDraft, saved: PublicPages): PublicPagesChange {
  const { introduction } = draft;
  const next: PublicPages = {
    ...draft,
    // In the order of the service, so that choosing the same ones again changes nothing.
    statuses: ROADMAP_STATUSES.filter((status) => draft.statuses.includes(status)),
    introduction: hasVisible(introduction) ? trimmed(introduction) : null,
  };
  const names = Object.keys(next) as (keyof PublicPages)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(next[name]) !== JSON.stringify(saved[name]))
      .map((name) => [name, next[name]]),
  );
}

export function draftErrors({ statuses, introduction }: RoadmapDraft): DraftErrors<RoadmapDraft> {
  const isTooLong = codePoints(trimmed(introduction)) > PUBLIC_INTRODUCTION_MAX;
  return {
    ...(statuses.length === 0 && { statuses: t.roadmap.errors.statuses }),
    ...(isTooLong && { introduction: t.roadmap.errors.tooLong(PUBLIC_INTRODUCTION_MAX) }),
  };
}

/** The error messages for the fields that the service rejected; null if there are none. */
export function rejectedFields(error: unknown): DraftErrors<RoadmapDraft> | null {
  const errors = fieldErrors(error);
  return Object.keys(errors).length > 0 ? errors : null;
}
