import type { ChangelogEntry as EntryJson, ListPage } from '@libs/contract';
import { entryJson, entryStatusRule, type ChangelogEntry, type EntriesQuery } from '@libs/feedback';
import {
  cursorRule,
  limitRule,
  optional,
  PAGE_DEFAULT,
  throwIfInvalid,
  type Issue,
  type Page,
} from '@libs/kernel';
import { changelogScope, positionAt, type CursorCodec } from '../cursors/cursor';
import { idPageJson } from '../cursors/id-pages';
import { readQuery, unknownParameters, type Query } from '../http/query';

const FIELDS = {
  status: optional(entryStatusRule),
  limit: optional(limitRule),
  cursor: optional(cursorRule),
};

/** @throws DomainError `validation` with all errors of the query */
export function entriesQuery(query: Query, accountId: string, cursors: CursorCodec): EntriesQuery {
  const issues: Issue[] = [];
  const { status, limit = PAGE_DEFAULT, cursor } = readQuery(FIELDS, query, issues);
  const position = positionAt(cursor, changelogScope(accountId, status), cursors, issues);
  throwIfInvalid([...issues, ...unknownParameters(FIELDS, query)]);
  return { limit, status, after: position?.id };
}

export function entriesJson(
  page: Page<ChangelogEntry>,
  { limit, status }: EntriesQuery,
  { accountId, formUrl }: { readonly accountId: string; readonly formUrl: string },
  cursors: CursorCodec,
): ListPage<EntryJson> {
  const cursorAfter = (id: string) => cursors.encode(changelogScope(accountId, status), { id });
  return idPageJson(page, { limit, cursorAfter }, (entry) => entryJson(entry, formUrl));
}
