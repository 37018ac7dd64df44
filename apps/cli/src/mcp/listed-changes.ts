import type { CallOptions, FeedbackClient } from '@libs/api-client';
import {
  CHANGE_EVENTS,
  changeOf,
  ToolFailure,
  type Change,
  type ChangeListing,
  type ChangesArguments,
  type NameOf,
} from '@libs/mcp';

const PAGE_DEFAULT = 20;
/** A cursor of the feed, and a number of events to skip after it. */
interface Place {
  readonly after: string | null;
  readonly skip: number;
}

/** Returns a page of changes, from the event feed. */
export async function listedChanges(
  client: FeedbackClient,
  { since, cursor, limit = PAGE_DEFAULT }: ChangesArguments,
  nameOf: NameOf,
  options: CallOptions,
): Promise<ChangeListing> {
  const start = cursor === undefined ? { after: null, skip: 0 } : placeOf(cursor);
  const changes: Change[] = [];
  let place: Place = { after: start.after, skip: 0 };
  const from = start.after === null ? { since } : { after: start.after };
  const types = [...CHANGE_EVENTS];
  for await (const { event, cursor: next } of client.events({ ...from, types, ...options })) {
    const isSkipped = place.after === start.after && place.skip < start.skip;
    if (!isSkipped && event.timestamp >= since) {
      if (changes.length === limit) return { changes, next_cursor: cursorOf(place) };
      changes.push(changeOf(event, nameOf));
    }
    place = next === place.after ? { ...place, skip: place.skip + 1 } : { after: next, skip: 0 };
  }
  return { changes, next_cursor: null };
}

const cursorOf = ({ after, skip }: Place): string => `${skip}.${after ?? ''}`;

function placeOf(cursor: string): Place {
  const [, skip, after] = /^(\d+)\.(.*)$/.exec(cursor) ?? [];
  if (skip === undefined)
    throw new ToolFailure(
      'validation_error',
      'Invalid value for cursor: must be the next_cursor of an earlier page',
    );
  return { after: after || null, skip: Number(skip) };
}
