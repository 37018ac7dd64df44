import { PAGE_DEFAULT, PAGE_MAX, throwIfInvalid } from '@libs/kernel';
import { CHANGE_EVENTS, changeOf, type ChangeListing, type ChangesArguments } from '@libs/mcp';
import { afterRule, type EventFeed } from '@libs/webhooks';
import { invalidParameter } from '../http/query';
import { namesOf } from './item-details';
import type { McpUseCases } from './mcp-use-cases';

/**
 * Returns a page of changes, from the event feed.
 * @throws DomainError `validation`; `gone` if the cursor is older than the retention period
 */
export async function listedChanges(
  useCases: McpUseCases,
  accountId: string,
  { since, cursor, limit = PAGE_DEFAULT }: ChangesArguments,
): Promise<ChangeListing> {
  const { events: feed, eventCursors: cursors } = useCases;
  const decoded = cursor === undefined ? null : cursors.decode(accountId, cursor);
  if (cursor !== undefined && decoded === null)
    throwIfInvalid([invalidParameter('cursor', afterRule.demand!)]);
  const after = decoded ?? (await positionBefore(feed, accountId, since));
  const page = await feed.list(accountId, { after, types: CHANGE_EVENTS, limit });
  const events = page.events.map(({ event }) => event).filter(({ timestamp }) => timestamp >= since);
  const nameOf = await namesOf(
    useCases,
    accountId,
    events.map(({ actor }) => actor),
  );
  return {
    changes: events.map((event) => changeOf(event, nameOf)),
    next_cursor: page.hasMore ? cursors.encode(accountId, page.next) : null,
  };
}

/**
 * Returns the position of the newest event before a time; null if there is none. Reads the feed from its end, because
 * the log has no index of times.
 */
async function positionBefore(feed: EventFeed, accountId: string, since: string): Promise<number | null> {
  let before: number | null = null;
  do {
    const page = await feed.newest(accountId, { before, types: CHANGE_EVENTS, limit: PAGE_MAX });
    const earlier = page.events.find(({ event }) => event.timestamp < since);
    if (earlier) return earlier.position;
    before = page.next;
  } while (before !== null);
  return null;
}
