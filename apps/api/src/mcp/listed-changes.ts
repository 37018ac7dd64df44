import { PAGE_DEFAULT, throwIfInvalid, type Issue } from '@libs/kernel';
import { CHANGE_EVENTS, changeOf, type ChangeListing, type ChangesArguments } from '@libs/mcp';
import { positionBefore } from '@libs/webhooks';
import { positionAt } from '../cursors/cursor';
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
  const { events: feed, cursors } = useCases;
  const scope = { accountId, list: 'changes' } as const;
  const issues: Issue[] = [];
  const position = positionAt(cursor, scope, cursors, issues);
  throwIfInvalid(issues);
  const after = position ? Number(position.id) : null;
  const start = { after, since: positionBefore(since) };
  const page = await feed.list(accountId, { ...start, types: CHANGE_EVENTS, limit });
  // The feed starts a little early.
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
