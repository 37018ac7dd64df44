import { SYSTEM, type Instant } from '@libs/kernel';
import type { Payload } from '../endpoints/endpoint';
import { slackMessage } from '../slack/slack-message';
import { TEST_EVENT_TYPE, type Event } from '../events/event';

/**
 * Returns the body of a delivery. The same for every attempt, because an event doesn't change.
 * @param dashboardUrl for links to items
 */
export function payloadOf(event: Event, payload: Payload, dashboardUrl: string): string {
  return JSON.stringify(BODIES[payload](event, dashboardUrl));
}

const BODIES: Readonly<Record<Payload, (event: Event, dashboardUrl: string) => object>> = {
  full: (event) => event,
  thin,
  slack: slackMessage,
};

/**
 * Events about a version of an item have only its ID, the version, and the names of the changed fields. Deletions have no
 * values of it.
 */
function thin(event: Event): Event {
  const { feedback, version, previous } = event.data;
  if (!feedback || version === undefined || event.type === 'feedback.deleted') return event;
  const changed = previous && { changed: Object.keys(previous) };
  return { ...event, data: { feedback: { id: feedback.id }, version, ...changed } };
}

/** The event of a test delivery. */
export const testEvent = (id: string, timestamp: Instant): Event => ({
  id,
  type: TEST_EVENT_TYPE,
  timestamp,
  actor: SYSTEM,
  data: { message: 'This is a test of your webhook. It needs no action.' },
});

/** Whether an event has lost the values of its item, which was deleted. Its deletion is still sent. */
export function isScrubbed({ type, data: { feedback } }: Event): boolean {
  return feedback !== undefined && type !== 'feedback.deleted' && Object.keys(feedback).length === 1;
}
