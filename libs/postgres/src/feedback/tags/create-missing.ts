import { colorOf, sortedTags, tagKey, tagLimitReached, TAGS_MAX, type Tag } from '@libs/feedback';
import type { PoolClient } from 'pg';
import {
  countTagsStatement,
  findTagsStatement,
  insertTagsStatement,
  lockTagsStatement,
  type TagRow,
} from './tag.sql';

export const tagOf = ([id, name, color]: TagRow): Tag => ({ id, name, color });

export function missingIn(found: readonly Tag[], names: readonly string[]): readonly string[] {
  const keys = new Set(found.map(({ name }) => tagKey(name)));
  return sortedTags(names).filter((name) => !keys.has(tagKey(name)));
}

const findTags = async (client: PoolClient, accountId: string, names: readonly string[]) =>
  (await client.query<TagRow>(findTagsStatement(accountId, names))).rows.map(tagOf);

/** Returns the tags with these names, and creates those that do not exist in the transaction of the client. */
export async function ensureTags(
  client: PoolClient,
  accountId: string,
  names: readonly string[],
  newId: () => string,
): Promise<readonly Tag[]> {
  const found = await findTags(client, accountId, names);
  return missingIn(found, names).length === 0 ? found : createMissing(client, accountId, names, newId);
}

/** As `ensureTags`, if some probably do not exist. @throws DomainError `conflict` if there are too many */
export async function createMissing(
  client: PoolClient,
  accountId: string,
  names: readonly string[],
  newId: () => string,
): Promise<readonly Tag[]> {
  await client.query(lockTagsStatement(accountId));
  const found = await findTags(client, accountId, names);
  const missing = missingIn(found, names);
  const { rows } = await client.query<[count: string]>(countTagsStatement(accountId));
  const count = Number(rows[0]![0]);
  if (count + missing.length > TAGS_MAX) throw tagLimitReached();
  const created = missing.map((name, i) => ({ id: newId(), name, color: colorOf(count + i) }));
  if (created.length > 0) await client.query(insertTagsStatement(accountId, created));
  return [...found, ...created];
}
