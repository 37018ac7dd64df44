import {
  plannedImportMerges,
  sortedTags,
  tagKey,
  type Assignee,
  type Feedback,
  type ImportedMerge,
  type ImportedRequest,
  type ImportTarget,
  type MergeOutcome,
  type RequestOutcome,
  type TagRepository,
} from '@libs/feedback';
import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { existingStatement, type ExistingRow } from './feedback-import.sql';
import { findMembers } from './find-members';
import { knownStatement, type KnownRow } from './import-merges.sql';
import { idsOf, knownItem } from './merge-writer';
import { RequestWriter } from './request-writer';

/** Dry run: counts the items that would be added, without writing. Throws if an import would create too many tags. */
export class Rehearsal implements ImportTarget {
  /** Digests, because 100,000 external IDs of maximum length would take 100 MB. */
  private readonly added = new Set<string>();
  private readonly tags: RehearsedTags;
  private readonly requests: RequestWriter;

  constructor(
    private readonly client: PoolClient,
    private readonly accountId: string,
    tags: TagRepository,
  ) {
    this.tags = new RehearsedTags(accountId, tags);
    this.requests = new RequestWriter(client, accountId);
  }

  async add(items: readonly Feedback[]): Promise<number> {
    await this.tags.add(items.flatMap(({ tags }) => tags));
    const { rows } = await this.client.query<ExistingRow>(existingStatement(this.accountId, items));
    const existing = new Set(rows.map(([id, external_id]) => (id === null ? `e${external_id}` : `i${id}`)));
    let count = 0;
    for (const { id, external_id } of items) {
      const names = [`i${id}`, ...(external_id === null ? [] : [`e${external_id}`])];
      const digests = names.map(digestOf);
      if (names.some((name) => existing.has(name)) || digests.some((digest) => this.added.has(digest)))
        continue;
      for (const digest of digests) this.added.add(digest);
      count++;
    }
    return count;
  }

  findMembers(names: readonly string[]): Promise<readonly Assignee[]> {
    return findMembers(this.client, this.accountId, names);
  }

  async merge(merges: readonly ImportedMerge[]): Promise<readonly MergeOutcome[]> {
    const ids = idsOf(merges);
    const { rows } = await this.client.query<KnownRow>(knownStatement(this.accountId, ids, null));
    const created = ids
      .filter((id) => this.added.has(digestOf(`i${id}`)))
      .map((id) => knownItem([id, id, 0, true]));
    return plannedImportMerges(merges, new Map([...rows.map(knownItem), ...created])).outcomes;
  }

  addRequests(rows: readonly ImportedRequest[]): Promise<readonly RequestOutcome[]> {
    return this.requests.rehearse(rows);
  }

  async record(): Promise<void> {}

  async recordRequests(): Promise<void> {}

  async runOnce(): Promise<never> {
    throw new Error('A dry run does not support idempotency keys');
  }
}

const digestOf = (name: string): string => hash('sha256', name, 'base64').slice(0, 22);

/** The tags that an import would create. */
class RehearsedTags {
  private readonly seen = new Set<string>();
  /** Names that are no tags yet; never more than the maximum number of tags. */
  private missing: readonly string[] = [];

  constructor(
    private readonly accountId: string,
    private readonly tags: TagRepository,
  ) {}

  async add(names: readonly string[]): Promise<void> {
    const unseen = names.filter((name) => !this.seen.has(tagKey(name)));
    if (unseen.length === 0) return;
    const all = [...this.missing, ...unseen];
    const found = new Set((await this.tags.rehearse(this.accountId, all)).map(({ name }) => tagKey(name)));
    for (const name of unseen) this.seen.add(tagKey(name));
    this.missing = sortedTags(all.filter((name) => !found.has(tagKey(name))));
  }
}
