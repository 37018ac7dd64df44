import {
  importInProgress,
  tagLimitReached,
  TAGS_MAX,
  type CountedTag,
  type Tag,
  type TagChange,
  type TagRepository,
} from '@libs/feedback';
import { isUuid, type Actor } from '@libs/kernel';
import type { PoolClient, QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import type { Author } from '../../connection/scoped-query';
import { setting, TAG_MERGED_INTO } from '../../connection/settings';
import { repeatedAfterDeadlock } from '../../connection/transaction';
import { createMissing, missingIn, tagOf } from './create-missing';
import { tryLock } from '../import/feedback-import.sql';
import {
  countTagsStatement,
  countTagStatement,
  deleteTagStatement,
  findTagsStatement,
  listTagsStatement,
  lockTagsStatement,
  lockTagStatement,
  readTagStatement,
  retagChunkStatement,
  updateTagStatement,
  type CountedTagRow,
  type TagRow,
} from './tag.sql';

/** Items per statement. Each has a new row in every index of `feedback`, which takes up to 0.2 ms. */
const CHUNK_SIZE = 2_000;

/** Tags in PostgreSQL (docs/architecture/adr/0028-tags.md). */
export class PostgresTagRepository implements TagRepository {
  private readonly scope: AccountScope;

  /** @param chunkSize items that a statement changes; tests set it lower */
  constructor(
    dataSource: DataSource,
    private readonly chunkSize = CHUNK_SIZE,
  ) {
    this.scope = new AccountScope(dataSource);
  }

  async list(accountId: string): Promise<readonly CountedTag[]> {
    return (await this.count(accountId, listTagsStatement(accountId))).map(countedOf);
  }

  async find(accountId: string, names: readonly string[]): Promise<readonly Tag[]> {
    const { rows } = await this.scope.query<TagRow>(accountId, findTagsStatement(accountId, names));
    return rows.map(tagOf);
  }

  /** Usually all tags exist, and one statement finds them. */
  async ensure(
    accountId: string,
    names: readonly string[],
    newId: () => string,
    by?: Author,
  ): Promise<readonly Tag[]> {
    const found = await this.find(accountId, names);
    if (missingIn(found, names).length === 0) return found;
    const create = (client: PoolClient) => createMissing(client, accountId, names, newId);
    return this.scope.transaction(accountId, create, { by });
  }

  async rehearse(accountId: string, names: readonly string[]): Promise<readonly Tag[]> {
    const found = await this.find(accountId, names);
    const missing = missingIn(found, names);
    if (missing.length > 0) {
      const { rows } = await this.scope.query<[count: string]>(accountId, countTagsStatement(accountId));
      if (Number(rows[0]![0]) + missing.length > TAGS_MAX) throw tagLimitReached();
    }
    return found;
  }

  async revise(accountId: string, id: string, change: TagChange, by: Actor): Promise<CountedTag | null> {
    if (!isUuid(id)) return null;
    const update = (client: PoolClient) => updateTag(client, accountId, id, change);
    const remaining = await this.scope.transaction(accountId, update, { by });
    if (remaining === null) return null;
    if (remaining !== id) await this.merge(accountId, id, remaining, by);
    const [counted] = await this.count(accountId, countTagStatement(accountId, remaining));
    return counted ? countedOf(counted) : null;
  }

  async remove(accountId: string, id: string, by: Actor): Promise<boolean> {
    if (!isUuid(id)) return false;
    const remove = async (client: PoolClient) => {
      await assertNoImport(client, accountId);
      return (await client.query(deleteTagStatement(accountId, id))).rowCount === 1;
    };
    const isDeleted = await this.scope.transaction(accountId, remove, { by });
    // Also without a tag: an earlier call may have been interrupted.
    await this.retagAll(accountId, id, null);
    return isDeleted;
  }

  /** Counts the items of tags, as a slow read. */
  private async count(accountId: string, statement: QueryArrayConfig): Promise<readonly CountedTagRow[]> {
    const read = () => this.scope.query<CountedTagRow>(accountId, statement);
    return (await this.scope.slowReads.run(accountId, read)).rows;
  }

  /** The tag is deleted with its last items, so that an interrupted merge can be repeated. */
  private async merge(accountId: string, from: string, to: string, by: Actor): Promise<void> {
    await this.retagAll(accountId, from, to);
    const finish = async (client: PoolClient) => {
      await assertNoImport(client, accountId);
      await client.query(lockTagStatement(accountId, from));
      while ((await client.query(this.chunk(accountId, from, to))).rowCount);
      await client.query(`SELECT ${setting(TAG_MERGED_INTO, '$1')}`, [to]);
      await client.query(deleteTagStatement(accountId, from));
    };
    await repeatedAfterDeadlock(() => this.scope.transaction(accountId, finish, { by }));
  }

  private async retagAll(accountId: string, from: string, to: string | null): Promise<void> {
    while ((await this.scope.query(accountId, this.chunk(accountId, from, to))).rowCount);
  }

  private chunk(accountId: string, from: string, to: string | null) {
    return retagChunkStatement(accountId, from, to, this.chunkSize);
  }
}

const countedOf = ([id, name, color, count]: CountedTagRow): CountedTag => ({
  id,
  name,
  color,
  count: Number(count),
});

/** Returns the ID of the tag, or of the one with which it must be merged; null if it is not found. */
async function updateTag(
  client: PoolClient,
  accountId: string,
  id: string,
  change: TagChange,
): Promise<string | null> {
  await client.query(lockTagsStatement(accountId));
  const { rows } = await client.query<TagRow>(readTagStatement(accountId, id));
  if (!rows[0]) return null;
  const tag = tagOf(rows[0]);
  const { name = tag.name } = change;
  const named = (await client.query<TagRow>(findTagsStatement(accountId, [name]))).rows.map(tagOf);
  const other = named.find((one) => one.id !== id);
  const remaining = other ?? { ...tag, name };
  const { color = remaining.color } = change;
  await client.query(updateTagStatement(accountId, { ...remaining, color }));
  return remaining.id;
}

/** An import gives tags to items that no one else sees until it ends. Prevents one until the transaction ends. */
async function assertNoImport(client: PoolClient, accountId: string): Promise<void> {
  const { rows } = await client.query<[isFree: boolean]>(tryLock(accountId));
  if (!rows[0]![0]) throw importInProgress();
}
