import {
  addressOf,
  requestFor,
  tooManyRequests,
  type FeedbackRequest,
  type ImportedRequest,
  type RequestOutcome,
} from '@libs/feedback';
import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { ADD_BYTES } from '../../storage/storage.sql';
import { countsItself } from './feedback-import.sql';
import {
  askedStatement,
  fullItemsStatement,
  insertNewRequestsStatement,
  recountStatement,
  removeRequestsStatement,
} from './import-requests.sql';
import { ItemNames } from './item-names';
import { lockItems } from './lock-items';

/** The requests that an import adds to existing items, which are counted at its end. */
export class RequestWriter {
  private readonly names: ItemNames;
  private readonly touched = new Set<string>();
  /** Digests of items and addresses that a dry run would have added. */
  private readonly rehearsed = new Set<string>();

  constructor(
    private readonly client: PoolClient,
    private readonly accountId: string,
  ) {
    this.names = new ItemNames(client, accountId);
  }

  async add(rows: readonly ImportedRequest[], importId: string): Promise<readonly RequestOutcome[]> {
    const { items, requests } = await this.named(rows);
    if (requests.length === 0) return items.map((item) => outcomeOf(item, false));
    const statement = insertNewRequestsStatement(this.accountId, importId, requests);
    await this.client.query(countsItself(true));
    const { rows: inserted } = await this.client.query<[id: string]>(statement);
    await this.client.query(countsItself(false));
    for (const { feedback_id: id } of requests) this.touched.add(id);
    const added = new Set(inserted.map(([id]) => id));
    const bytes = requests.filter(({ id }) => added.has(id)).reduce((sum, one) => sum + bytesOf(one), 0);
    if (bytes > 0) await this.client.query(rowsOf(ADD_BYTES, [this.accountId, bytes]));
    return items.map((item, i) => outcomeOf(item, added.has(rows[i]!.request.id)));
  }

  /**
   * Locks the items only now, so that other writers don't wait for the end of the file.
   * @throws DomainError `conflict` `request_limit_reached`
   */
  async count(importId: string): Promise<void> {
    const itemIds = [...this.touched];
    const locked = await lockItems(this.client, this.accountId, itemIds);
    const deleted = itemIds.filter((id) => !locked.has(id));
    if (deleted.length > 0)
      await this.client.query(removeRequestsStatement(this.accountId, importId, deleted));
    await this.client.query(recountStatement(this.accountId, itemIds));
    const full = await this.client.query(fullItemsStatement(this.accountId, itemIds));
    if (full.rows.length > 0) throw tooManyRequests();
  }

  /** As `add`, without writing. */
  async rehearse(rows: readonly ImportedRequest[]): Promise<readonly RequestOutcome[]> {
    const { items, requests } = await this.named(rows);
    const statement = askedStatement(this.accountId, requests);
    const asked = await this.client.query<[place: number]>(statement);
    const existing = new Set(asked.rows.map(([place]) => requests[place - 1]!.id));
    for (const request of requests) if (this.isRepeated(request)) existing.add(request.id);
    return items.map((item, i) => outcomeOf(item, !existing.has(rows[i]!.request.id)));
  }

  private isRepeated(request: FeedbackRequest): boolean {
    const name = `${request.feedback_id} ${addressOf(request) ?? request.id}`;
    const digest = hash('sha256', name, 'base64').slice(0, 22);
    return this.rehearsed.size === this.rehearsed.add(digest).size;
  }

  /** Returns an ID, `unknown`, or `ambiguous` for each row, and the requests of the items that were found. */
  private async named(rows: readonly ImportedRequest[]) {
    const items = await this.names.find(rows.map(({ item }) => item));
    const requests = rows.flatMap((row, i) => (isFound(items[i]!) ? [requestFor(items[i]!, row)] : []));
    return { items, requests };
  }
}

const isFound = (item: string): boolean => item !== 'unknown' && item !== 'ambiguous';

const outcomeOf = (item: string, isNew: boolean): RequestOutcome => {
  if (item === 'unknown' || item === 'ambiguous') return item;
  return isNew ? 'created' : 'existing';
};

const bytesOf = ({ quote, link }: FeedbackRequest): number =>
  [quote, link].reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0);
