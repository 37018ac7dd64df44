import { PAGE_DEFAULT, PAGE_MAX, throwIfInvalid, type Issue } from '@libs/kernel';
import { CHANGE_EVENTS, changeOf, type ChangeListing, type ChangesArguments } from '@libs/mcp';
import type { EventFeed } from '@libs/webhooks';
import { positionAt } from '../cursors/cursor';
import { invalidParameter } from '../http/query';
import { namesOf } from './item-details';
import type { McpUseCases } from './mcp-use-cases';

/** Pages that are read at most to find the first change. No model can read so many changes. */
const PAGES_BACK = 50;

/**
 * Returns a page of changes, from the event feed.
 * @throws DomainError `validation`; `gone` if the cursor is older than the retention period
 */
export async function listedChanges(
  useCases: McpUseCases,
  accountId: string,
  { since, cursor, limit = PAGE_DEFAULT }: ChangesArguments,
): Promise<ChangeListing> {
  const { events: feed, cursors } = useCases;
  const scope = { accountId, list: 'changes' } as const;
  const issues: Issue[] = [];
  const position = positionAt(cursor, scope, cursors, issues);
  throwIfInvalid(issues);
  const after = position ? Number(position.id) : await positionBefore(feed, accountId, since);
  const page = await feed.list(accountId, { after, types: CHANGE_EVENTS, limit });
  const events = page.events.map(({ event }) => event).filter(({ timestamp }) => timestamp >= since);
  const nameOf = await namesOf(
    useCases,
    accountId,
    events.map(({ actor }) => actor),
  );
  return {
    changes: events.map((event) => changeOf(event, nameOf)),
    next_cursor: page.hasMore ? cursors.encode(scope, { id: String(page.next) }) : null,
  };
}

/**
 * Returns the position of the newest event before a time; null if there is none. Reads the feed from its end, because
 * the log has no index of times.
 */
async function positionBefore(feed: EventFeed, accountId: string, since: string): Promise<number | null> {
  let before: number | null = null;
  for (let pages = 0; pages < PAGES_BACK; pages++) {
    const page = await feed.newest(accountId, { before, types: CHANGE_EVENTS, limit: PAGE_MAX });
    const earlier = page.events.find(({ event }) => event.timestamp < since);
    if (earlier) return earlier.position;
    if (page.next === null) return null;
    before = page.next;
  }
  throwIfInvalid([
    invalidParameter('since', `must be later: more than ${PAGES_BACK * PAGE_MAX} changes follow`),
  ]);
  return null;
}
