import {
  NEWEST_MAX,
  OPEN_STATUSES,
  REQUESTED_MAX,
  type DigestMailContent,
  type DigestMailQuery,
  type DigestMailRepository,
} from '../../src';
import type { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as PostgreSQL. Publishes each change immediately. */
export class InMemoryDigestMailRepository implements DigestMailRepository {
  constructor(private readonly items: InMemoryFeedbackRepository) {}

  async read(
    accountId: string,
    { filter, sources, after, until }: DigestMailQuery,
  ): Promise<DigestMailContent> {
    const created = this.items
      .changesOf(accountId)
      .slice(after, until)
      .flatMap((change) =>
        change.kind === 'created' && sources.includes(change.item.source) ? [change.item.id] : [],
      );
    const all = { ...filter, limit: Number.MAX_SAFE_INTEGER, offset: 0 };
    const fresh = (await this.items.list(accountId, all)).filter(({ id }) => created.includes(id));
    const requested = (await this.items.list(accountId, { ...all, sort: '-request_count' })).filter(
      ({ status, request_count }) => request_count > 1 && OPEN_STATUSES.includes(status),
    );
    return {
      total: fresh.length,
      sources: countsOf(fresh.map(({ source }) => source)),
      statuses: countsOf(fresh.map(({ status }) => status)),
      newest: fresh.slice(0, NEWEST_MAX).map(({ id, title }) => ({ id, title })),
      requested:
        fresh.length === 0
          ? []
          : requested
              .slice(0, REQUESTED_MAX)
              .map(({ id, title, request_count: requests }) => ({ id, title, requests })),
    };
  }
}

function countsOf<Name extends string>(
  names: readonly Name[],
): { readonly name: Name; readonly count: number }[] {
  return [...new Set(names)]
    .toSorted()
    .map((name) => ({ name, count: names.filter((other) => other === name).length }))
    .toSorted((a, b) => b.count - a.count);
}
