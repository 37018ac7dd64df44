import { booleanRule, emailRule, objectRule, optional, required, type Instant } from '@libs/kernel';
import type { ChangelogEntry } from '../changelog/entry';

export const submitterRule = objectRule({ email: required(emailRule) });

export const erasureRule = objectRule({
  email: required(emailRule),
  delete_items: optional(booleanRule),
  dry_run: optional(booleanRule),
});

/** What is stored about a submitter's email address. */
export interface SubmitterCounts {
  /** Items with the email address as submitter, or in their texts. */
  readonly items: number;
  readonly requests: number;
  readonly quarantined: number;
  /** Notes with the email address in their texts or author names. */
  readonly notes: number;
  /** Entries of the changelog. */
  readonly changelog: number;
  /** Events that contain earlier values. */
  readonly events: number;
  /** Entries of the history of items with earlier values. */
  readonly history: number;
  /** Stored responses of idempotent requests. */
  readonly responses: number;
}

/** The values of an item in an event, by the names of their fields. */
export type EventValues = Readonly<Record<string, unknown>>;

export interface SubmitterEvent {
  readonly type: string;
  readonly timestamp: Instant;
  readonly item: EventValues;
  readonly previous: EventValues | null;
}

/** The old and new values of an item in an entry of its history. */
export interface SubmitterHistoryEntry {
  readonly feedback_id: string;
  readonly at: Instant;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** A note with the email address. */
export interface SubmitterNote {
  readonly feedback_id: string;
  readonly text: string;
  readonly author_name: string | null;
  readonly created_at: Instant;
}

/** An entry of the changelog with the email address. */
export type SubmitterEntry = Pick<ChangelogEntry, 'id' | 'title' | 'text' | 'published_at' | 'created_at'>;

/** Takes the place of an email address in a text. */
export const ERASED = '[erased]';
