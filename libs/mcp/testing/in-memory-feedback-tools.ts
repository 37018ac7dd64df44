import {
  ChangelogUseCases,
  eventsOf,
  FeedbackBatchUseCases,
  feedbackJson,
  FeedbackUseCases,
  HistoryUseCases,
  IdempotencyUseCases,
  NoteUseCases,
  PAGE_DEFAULT,
  positionOf,
  requestJson,
  RequestUseCases,
  selectionOf,
  SimilarUseCases,
  StatsUseCases,
  type Feedback,
  type GroupedValue,
  type Note,
  type Position,
  type StatsValue,
} from '@libs/feedback';
import {
  idAt,
  InMemoryChangelogRepository,
  InMemoryFeedbackRepository,
  InMemoryHistoryRepository,
  InMemoryIdempotencyRepository,
  InMemoryNoteRepository,
  InMemorySimilarItemFinder,
  InMemoryStats,
  CAN_NOTIFY,
  NO_STORAGE_LIMIT,
} from '@libs/feedback/testing';
import { isUuid, SYSTEM, type Valid } from '@libs/kernel';
import {
  byOf,
  CHANGE_EVENTS,
  changeOf,
  DETAILS_SHOWN,
  type BatchArguments,
  type ChangeListing,
  type ChangesArguments,
  type CreateArguments,
  type DeleteArguments,
  type Details,
  type FeedbackListing,
  type FeedbackStatistics,
  type FeedbackTools,
  type ListArguments,
  type NameOf,
  type Part,
  type StatsArguments,
  type UpdateArguments,
  type VersionedItem,
} from '../src';
import { InMemoryChangelogTools } from './in-memory-changelog-tools';
import { invalidCursor, withToolFailures } from './tool-failures';

/** Holds the items of all accounts of a test. Its clock advances by one millisecond per reading. */
export class InMemoryService {
  now = Date.parse('2026-03-03T10:00:00.000Z');
  private readonly clock = () => new Date(this.now++);
  readonly items = new InMemoryFeedbackRepository();
  /** Names of keys and members, by ID. */
  readonly names = new Map<string, string>();
  readonly nameOf: NameOf = ({ id }) => (id === undefined ? null : (this.names.get(id) ?? null));
  private readonly newId = (at: Date) => idAt(at.toISOString());
  readonly feedback = new FeedbackUseCases(
    {
      items: this.items,
      lists: this.items,
      tags: this.items.tags,
      storage: NO_STORAGE_LIMIT,
      assertCanNotify: CAN_NOTIFY,
    },
    this.clock,
    this.newId,
  );
  readonly batches = new FeedbackBatchUseCases(
    this.items,
    this.clock,
    this.newId,
    this.items.tags,
    NO_STORAGE_LIMIT,
    CAN_NOTIFY,
  );
  readonly requests = new IdempotencyUseCases(
    {
      writes: new InMemoryIdempotencyRepository(this.items),
      items: this.items,
      tags: this.items.tags,
      storage: NO_STORAGE_LIMIT,
      assertCanNotify: CAN_NOTIFY,
    },
    this.clock,
    this.newId,
  );

  readonly similar = new SimilarUseCases(this.items, new InMemorySimilarItemFinder(this.items));
  readonly history = new HistoryUseCases(new InMemoryHistoryRepository(this.items));
  readonly notes = new NoteUseCases(
    {
      notes: new InMemoryNoteRepository(this.items),
      writes: new InMemoryIdempotencyRepository(this.items),
      findMentioned: async (_, texts) => texts.map(() => []),
      storage: NO_STORAGE_LIMIT,
    },
    this.clock,
    this.newId,
  );
  readonly asked = new RequestUseCases(this.items.requests, this.clock, this.newId, NO_STORAGE_LIMIT);

  readonly changelog = new ChangelogUseCases(
    {
      entries: new InMemoryChangelogRepository(this.items),
      items: this.items,
      storage: NO_STORAGE_LIMIT,
      assertCanNotify: CAN_NOTIFY,
    },
    this.clock,
    this.newId,
  );

  /** Returns statistics of the items and of their recorded changes. */
  async stats(accountId: string): Promise<StatsUseCases> {
    const stats = new InMemoryStats();
    const everything = { limit: Number.MAX_SAFE_INTEGER, offset: 0, merged: 'include' } as const;
    stats.items.push(...(await this.items.list(accountId, everything)));
    for (const change of this.items.changesOf(accountId)) {
      if (change.kind !== 'updated' || change.item.status === change.previous.status) continue;
      const { id: itemId, status: to } = change.item;
      if (stats.items.some(({ id }) => id === itemId))
        stats.record({ accountId, itemId, at: change.at, from: change.previous.status, to });
    }
    return new StatsUseCases(stats, this.clock);
  }
}

/** Runs the tools on use cases with in-memory repositories, without a service. */
export class InMemoryFeedbackTools implements FeedbackTools {
  readonly changelog: InMemoryChangelogTools;

  constructor(
    private readonly accountId: string,
    private readonly service = new InMemoryService(),
  ) {
    this.changelog = new InMemoryChangelogTools(accountId, service.changelog);
  }

  list({ cursor, limit = PAGE_DEFAULT, ...query }: ListArguments): Promise<FeedbackListing> {
    return withToolFailures(async () => {
      const selection = selectionOf(query);
      const scope = JSON.stringify({ accountId: this.accountId, ...selection });
      const after = cursor === undefined ? undefined : positionIn(cursor, scope);
      const listQuery = { ...selection, limit, offset: 0, after };
      const page = await this.service.feedback.list(this.accountId, listQuery);
      const last = page.hasMore ? page.items.at(-1) : undefined;
      return {
        items: page.items.map(feedbackJson),
        next_cursor: last ? JSON.stringify([scope, positionOf(last, query.sort)]) : null,
      };
    });
  }

  similarTo(idOrTitle: string) {
    return withToolFailures(async () => {
      const { similar } = this.service;
      const found = isUuid(idOrTitle)
        ? await similar.ofItem(this.accountId, idOrTitle)
        : await similar.ofTitle(this.accountId, idOrTitle);
      return found.map(({ item, score }) => ({ ...feedbackJson(item), score }));
    });
  }

  get(id: string, parts: readonly Part[] = []) {
    return withToolFailures(async () => ({
      ...versioned(await this.service.feedback.read(this.accountId, id)),
      ...(await this.details(id, parts)),
    }));
  }

  private async details(id: string, parts: readonly Part[]): Promise<Details> {
    const { notes, history, asked, nameOf } = this.service;
    const limit = DETAILS_SHOWN;
    const noteOf = ({ text, author, authorName, createdAt }: Note) => ({
      text,
      by: authorName ?? byOf(author, nameOf),
      at: createdAt,
    });
    return {
      ...(parts.includes('notes') && {
        notes: (await notes.list(this.accountId, id, { limit })).items.map(noteOf),
      }),
      ...(parts.includes('history') && {
        history: (await history.list(this.accountId, id, { before: null, limit })).entries.map(
          ({ actor, ...entry }) => ({ ...entry, by: byOf(actor, nameOf) }),
        ),
      }),
      ...(parts.includes('requests') && {
        requests: (await asked.list(this.accountId, id, { limit })).items.map(requestJson),
      }),
    };
  }

  changes({ since, cursor = '0', limit = PAGE_DEFAULT }: ChangesArguments): Promise<ChangeListing> {
    return withToolFailures(async () => {
      if (!/^\d+$/.test(cursor)) throw invalidCursor();
      const found = this.service.items
        .changesOf(this.accountId)
        .filter(({ at }) => at >= since)
        .flatMap(eventsOf)
        .filter(({ type }) => (CHANGE_EVENTS as readonly string[]).includes(type))
        .map((event) => changeOf(event, this.service.nameOf));
      const next = Number(cursor) + limit;
      const page = found.slice(Number(cursor), next);
      return { changes: page, next_cursor: next < found.length ? String(next) : null };
    });
  }

  stats(query: StatsArguments): Promise<FeedbackStatistics> {
    return withToolFailures(async () => {
      const { total, buckets, ...more } = await (
        await this.service.stats(this.accountId)
      ).read(this.accountId, query);
      return {
        ...more,
        total: valueJson(total),
        buckets: buckets.map(({ from, ...value }) => ({ from, ...valueJson(value) })),
      };
    });
  }

  create({ idempotency_key: key, ...item }: CreateArguments) {
    return withToolFailures(async () => {
      if (key === undefined) {
        return feedbackJson(await this.service.feedback.submit(this.accountId, item, 'mcp', SYSTEM));
      }
      const idempotentRequest = { client: this.accountId, key, fingerprint: JSON.stringify(item) };
      const respond = (createdItem: Feedback) => JSON.stringify(feedbackJson(createdItem));
      const { text } = await this.service.requests.submit(
        this.accountId,
        item,
        'mcp',
        SYSTEM,
        idempotentRequest,
        respond,
      );
      return JSON.parse(text) as ReturnType<typeof feedbackJson>;
    });
  }

  update({ id, if_match, note, request, ...change }: UpdateArguments) {
    const { feedback, asked } = this.service;
    return withToolFailures(async () => {
      const expectedVersion = expected(if_match);
      const item = await feedback.revise(this.accountId, id, valid(change), SYSTEM, expectedVersion);
      if (request) await asked.add(this.accountId, id, valid([request]), 'mcp', SYSTEM);
      if (note !== undefined)
        await this.service.notes.write(this.accountId, id, valid([{ text: note }]), SYSTEM);
      return versioned(request ? await feedback.read(this.accountId, id) : item);
    });
  }

  updateAll({ updates }: BatchArguments) {
    return withToolFailures(async () => {
      const { batches, notes } = this.service;
      const lines = updates.map(({ note: _, ...line }) => line);
      const { items, changed } = await batches.revise(this.accountId, valid({ updates: lines }), SYSTEM);
      for (const { id, note } of updates)
        if (note !== undefined) await notes.write(this.accountId, id, valid([{ text: note }]), SYSTEM);
      return { items: items.map((item) => feedbackJson(item)), changed };
    });
  }

  delete({ id, if_match }: DeleteArguments) {
    return withToolFailures(() =>
      this.service.feedback.remove(this.accountId, id, SYSTEM, expected(if_match)),
    );
  }
}

const valueJson = ({ groups, ...value }: GroupedValue) => ({
  ...withMedian(value),
  ...(groups && { groups: groups.map((group) => ({ name: group.name, ...withMedian(group) })) }),
});

const withMedian = ({ count, medianSeconds }: StatsValue) => ({
  count,
  ...(medianSeconds !== undefined && { median_seconds: medianSeconds }),
});

const versioned = (item: Feedback): VersionedItem => ({ item: feedbackJson(item), version: item.version });
const expected = (version: number | undefined) => (version === undefined ? 'any' : [version]);

function positionIn(cursor: string, scope: string): Position {
  const [cursorScope, position] = cursor.startsWith('[') ? (JSON.parse(cursor) as [string, Position]) : [];
  if (cursorScope === scope && position) return position;
  throw invalidCursor();
}

/** Parts of valid arguments are valid. */
const valid = <T>(values: T) => values as Valid<T>;
