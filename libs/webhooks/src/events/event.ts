import type { Actor, Instant } from '@libs/kernel';

/** Types of the events in the feed (events.md 1). */
export const EVENT_TYPES = [
  'feedback.created',
  'feedback.updated',
  'feedback.status_changed',
  'feedback.deleted',
  'feedback.imported',
  'feedback.requests_reached',
  'note.created',
  'note.deleted',
  'request.created',
  'request.deleted',
  'tag.created',
  'tag.deleted',
  'tag.updated',
  'webhook.disabled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent to one endpoint on request, and not in the feed. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** One committed change, as the feed, the streams, and the webhooks have it. */
export interface Event {
  /** `evt_` and the 32 hexadecimal digits of a UUID. */
  readonly id: string;
  readonly type: EventType | typeof TEST_EVENT_TYPE;
  readonly timestamp: Instant;
  readonly actor: Actor;
  readonly data: EventData;
}

/** Events about an item have `feedback` and `version`, updates also `previous`. Other events have other members. */
export interface EventData {
  readonly feedback?: { readonly id: string; readonly external_id?: string | null };
  readonly version?: number;
  /** Old values of the changed fields. */
  readonly previous?: object;
  readonly [member: string]: unknown;
}

const PREFIX = 'evt_';

export const eventIdOf = (uuid: string): string => `${PREFIX}${uuid.replaceAll('-', '')}`;
