import {
  ITEM_FIELD_NAMES,
  usualValue,
  type EventValues,
  type Feedback,
  type FeedbackRequest,
  type ItemErasure,
  type QuarantinedFeedback,
  type SubmitterCounts,
  type SubmitterEntry,
  type SubmitterEvent,
  type SubmitterHistoryEntry,
  type SubmitterNote,
  type SubmitterRepository,
} from '@libs/feedback';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { ALL_PARTITIONS } from '../../events/as-publisher';
import { PUBLISH_LOCK } from '../../events/publish-changes';
import { repeatedAfterDeadlock } from '../../connection/transaction';
import type { FeedbackRow } from '../items/feedback.schema';
import { itemsOf } from '../items/items-of';
import { SELECT_ALL } from '../items/feedback.sql';
import { DELETE_OWN, ERASE_FOUND, ERASE_SUBMISSIONS, LIST_FOUND, SCAN_REQUESTS } from './request-erasure.sql';
import {
  addressParameters,
  DELETE_ITEMS,
  DELETE_QUARANTINE,
  DELETE_RESPONSES,
  FIND_ITEMS,
  FORGET_EXTERNAL_IDS,
  LIST_ENTRIES,
  LIST_EVENTS,
  LIST_HISTORY,
  LIST_NOTES,
  LIST_QUARANTINE,
  LOCK_ITEMS,
  SCAN_ENTRIES,
  SCAN_EVENTS,
  SCAN_EVENTS_BACKWARD,
  SCAN_HISTORY,
  SCAN_MESSAGES,
  SCAN_NOTES,
  SCAN_QUARANTINE,
  SCAN_RESPONSES,
  SCRUB_CHANGES,
  SCRUB_EVENTS,
  SCRUB_HISTORY,
  SCRUB_RESPONSES,
  UPDATE_ENTRIES,
  UPDATE_ITEMS,
  UPDATE_MESSAGES,
  UPDATE_NOTES,
} from './submitter.sql';

/** Events per transaction, because publication of all accounts waits for it. */
const SCRUBBED_AT_ONCE = 2_000;

/** Finds and erases an email address in PostgreSQL. */
export class PostgresSubmitterRepository implements SubmitterRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async findItems(accountId: string, email: string): Promise<readonly string[]> {
    const rows = await this.query<{ id: string }>(accountId, FIND_ITEMS, addressParameters(email));
    return rows.map(({ id }) => id);
  }

  async listItems(accountId: string, ids: readonly string[]): Promise<readonly Feedback[]> {
    const { rows } = await this.scope.query<FeedbackRow>(accountId, rowsOf(SELECT_ALL, [accountId, ids]));
    return itemsOf((statement) => this.scope.query(accountId, statement), accountId, rows);
  }

  async *quarantined(accountId: string, email: string): AsyncGenerator<readonly QuarantinedFeedback[]> {
    for await (const ids of this.scan(accountId, email, SCAN_QUARANTINE)) {
      const rows = ids.length > 0 ? await this.query<QuarantineRow>(accountId, LIST_QUARANTINE, [ids]) : [];
      yield rows.map((row) => quarantinedOf(accountId, row));
    }
  }

  async *notes(accountId: string, email: string): AsyncGenerator<readonly SubmitterNote[]> {
    for await (const keys of this.scan(accountId, email, SCAN_NOTES)) {
      const rows = keys.length > 0 ? await this.query<NoteRow>(accountId, LIST_NOTES, [keys]) : [];
      yield rows.map(({ item_id, text, author_name, created_at: at }) => ({
        feedback_id: item_id,
        text,
        author_name,
        created_at: at.toISOString(),
      }));
    }
  }

  async *changelog(accountId: string, email: string): AsyncGenerator<readonly SubmitterEntry[]> {
    for await (const ids of this.scan(accountId, email, SCAN_ENTRIES)) {
      const rows = ids.length > 0 ? await this.query<EntryRow>(accountId, LIST_ENTRIES, [ids]) : [];
      yield rows.map(entryOf);
    }
  }

  async *events(accountId: string, email: string): AsyncGenerator<readonly SubmitterEvent[]> {
    for await (const positions of this.scan(accountId, email, SCAN_EVENTS)) {
      const rows =
        positions.length > 0 ? await this.query<EventRow>(accountId, LIST_EVENTS, [positions]) : [];
      yield rows.map(({ type, at, item, previous }) => ({
        type,
        timestamp: at.toISOString(),
        item: type === 'feedback.deleted' ? deletedOf(item) : fieldsOf(item),
        previous: previous && fieldsOf({ ...item, ...previous }),
      }));
    }
  }

  async *history(accountId: string, email: string): AsyncGenerator<readonly SubmitterHistoryEntry[]> {
    for await (const keys of this.scan(accountId, email, SCAN_HISTORY)) {
      const rows = keys.length > 0 ? await this.query<HistoryRow>(accountId, LIST_HISTORY, [keys]) : [];
      yield rows.map(({ item_id, at, changes }) => ({ feedback_id: item_id, at: at.toISOString(), changes }));
    }
  }

  async *requests(accountId: string, email: string): AsyncGenerator<readonly FeedbackRequest[]> {
    for await (const keys of this.scan(accountId, email, SCAN_REQUESTS)) {
      const rows = keys.length > 0 ? await this.query<RequestRow>(accountId, LIST_FOUND, [keys]) : [];
      yield rows.map((row) => foundRequestOf(accountId, row));
    }
  }

  async eraseRequests(accountId: string, email: string, { deletes, by }: ItemErasure): Promise<number> {
    const [address, regexp] = addressParameters(email);
    let count = 0;
    for await (const keys of this.scan(accountId, email, SCAN_REQUESTS)) {
      const erase = async (client: PoolClient) => {
        if (deletes) await client.query(DELETE_OWN, [accountId, keys, address]);
        await client.query(ERASE_FOUND, [accountId, keys, address, regexp]);
      };
      if (keys.length > 0)
        await repeatedAfterDeadlock(() => this.scope.transaction(accountId, erase, { by }));
      count += keys.length;
    }
    return count;
  }

  async countResponses(accountId: string, email: string): Promise<number> {
    let count = 0;
    for await (const records of this.responses(accountId, email)) count += records.length;
    return count;
  }

  async eraseItems(
    accountId: string,
    email: string,
    ids: readonly string[],
    { deletes, at, by }: ItemErasure,
  ): Promise<number> {
    const [address, regexp] = addressParameters(email);
    const erase = async (client: PoolClient) => {
      await client.query(LOCK_ITEMS, [accountId, ids]);
      if (deletes) await client.query(FORGET_EXTERNAL_IDS, [accountId, address, regexp, ids]);
      const deleted = deletes ? await client.query(DELETE_ITEMS, [accountId, address, ids]) : null;
      await client.query(ERASE_SUBMISSIONS, [accountId, address, ids]);
      const updated = await client.query(UPDATE_ITEMS, [accountId, address, regexp, ids, at]);
      return (deleted?.rowCount ?? 0) + (updated.rowCount ?? 0);
    };
    return repeatedAfterDeadlock(() => this.scope.transaction(accountId, erase, { by }));
  }

  async eraseRest(accountId: string, email: string): Promise<Omit<SubmitterCounts, 'items' | 'requests'>> {
    const counts = { quarantined: 0, notes: 0, changelog: 0, events: 0, history: 0, responses: 0 };
    const [, regexp, like] = addressParameters(email);
    for await (const ids of this.scan(accountId, email, SCAN_QUARANTINE)) {
      if (ids.length > 0) await this.query(accountId, DELETE_QUARANTINE, [ids]);
      counts.quarantined += ids.length;
    }
    for await (const keys of this.scan(accountId, email, SCAN_NOTES)) {
      if (keys.length > 0) await this.query(accountId, UPDATE_NOTES, [keys, regexp]);
      counts.notes += keys.length;
    }
    for await (const ids of this.scan(accountId, email, SCAN_MESSAGES))
      if (ids.length > 0) await this.query(accountId, UPDATE_MESSAGES, [ids, regexp]);
    for await (const ids of this.scan(accountId, email, SCAN_ENTRIES)) {
      if (ids.length > 0) await this.query(accountId, UPDATE_ENTRIES, [ids, regexp]);
      counts.changelog += ids.length;
    }
    // Changes first: one that the publisher moves in the meantime is then found among the events and in the history.
    await repeatedAfterDeadlock(() => this.query(accountId, SCRUB_CHANGES, addressParameters(email)));
    for await (const positions of this.scan(accountId, email, SCAN_EVENTS_BACKWARD)) {
      for (let i = 0; i < positions.length; i += SCRUBBED_AT_ONCE) {
        const part = [accountId, positions.slice(i, i + SCRUBBED_AT_ONCE), regexp];
        await repeatedAfterDeadlock(() => this.scrubEvents(accountId, part));
      }
      counts.events += positions.length;
    }
    for await (const keys of this.scan(accountId, email, SCAN_HISTORY)) {
      if (keys.length > 0) await this.query(accountId, SCRUB_HISTORY, [keys]);
      counts.history += keys.length;
    }
    for await (const records of this.responses(accountId, email)) {
      const [clients, keys] = [records.map(({ client }) => client), records.map(({ key }) => key)];
      for (const text of [SCRUB_RESPONSES, DELETE_RESPONSES]) {
        await repeatedAfterDeadlock(() => this.query(accountId, text, [clients, keys, like]));
      }
      counts.responses += records.length;
    }
    return counts;
  }

  /** Waits for the publisher: an event that it writes in the meantime could refer to a description that is removed. */
  private scrubEvents(accountId: string, values: readonly unknown[]): Promise<void> {
    return this.scope.transaction(accountId, async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(${PUBLISH_LOCK}), ${ALL_PARTITIONS}`);
      await client.query(SCRUB_EVENTS, values as unknown[]);
    });
  }

  /** Yields the keys of rows with the address, one list for each chunk. */
  private async *scan(accountId: string, email: string, text: string): AsyncGenerator<readonly string[]> {
    for (let last: string | null = null; ;) {
      const values: unknown[] = [...addressParameters(email), last];
      const [chunk] = await this.query<{ last: string | null; keys: string[] }>(accountId, text, values);
      if (chunk!.last === null) return;
      last = chunk!.last;
      yield chunk!.keys;
    }
  }

  private async *responses(accountId: string, email: string): AsyncGenerator<readonly RecordKey[]> {
    const [, , like] = addressParameters(email);
    for (let last: RecordKey | undefined; ;) {
      const values = [like, last?.client ?? null, last?.key ?? null];
      const rows: (RecordKey & { matches: boolean })[] = await this.query(accountId, SCAN_RESPONSES, values);
      if (rows.length === 0) return;
      last = rows.at(-1)!;
      const matching = rows.filter(({ matches }) => matches);
      if (matching.length > 0) yield matching;
    }
  }

  private async query<R>(accountId: string, text: string, values: unknown[]): Promise<R[]> {
    return (await this.scope.query(accountId, { text, values: [accountId, ...values] })).rows as R[];
  }
}

interface RecordKey {
  readonly client: string;
  readonly key: string;
}

interface NoteRow {
  readonly item_id: string;
  readonly text: string;
  readonly author_name: string | null;
  readonly created_at: Date;
}

interface EntryRow extends Omit<SubmitterEntry, 'published_at' | 'created_at'> {
  readonly published_at: Date | null;
  readonly created_at: Date;
}

const entryOf = (row: EntryRow): SubmitterEntry => ({
  ...row,
  published_at: row.published_at && row.published_at.toISOString(),
  created_at: row.created_at.toISOString(),
});

interface HistoryRow {
  readonly item_id: string;
  readonly at: Date;
  readonly changes: SubmitterHistoryEntry['changes'];
}

interface RequestRow extends Omit<FeedbackRequest, 'accountId' | 'confirmed_at' | 'created_at'> {
  readonly confirmed_at: Date | null;
  readonly created_at: Date;
}

const foundRequestOf = (accountId: string, row: RequestRow): FeedbackRequest => ({
  ...row,
  accountId,
  confirmed_at: row.confirmed_at && row.confirmed_at.toISOString(),
  created_at: row.created_at.toISOString(),
});

interface QuarantineRow extends Omit<QuarantinedFeedback, 'accountId' | 'created_at'> {
  readonly created_at: Date;
}

const quarantinedOf = (accountId: string, row: QuarantineRow): QuarantinedFeedback => ({
  ...row,
  accountId,
  created_at: row.created_at.toISOString(),
});

interface EventRow {
  readonly type: string;
  readonly at: Date;
  readonly item: EventValues;
  readonly previous: EventValues | null;
}

/** Without the columns that aren't part of an item. Events of earlier releases don't have later fields. */
const fieldsOf = (values: EventValues): EventValues =>
  Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, values[name] ?? usualValue(name)]));

/** What the event of a deletion has. */
const deletedOf = ({ id, external_id }: EventValues): EventValues => ({ id, external_id });
