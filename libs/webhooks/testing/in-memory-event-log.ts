import type { Event, EventLog, EventPage, EventQuery, LoggedEvent, NewestPage, NewestQuery } from '../src';

export class InMemoryEventLog implements EventLog {
  private entries: (LoggedEvent & { readonly accountId: string })[] = [];
  private lastPosition = 0;
  private dropped = 0;

  append(accountId: string, ...events: readonly Event[]): void {
    for (const event of events) this.entries.push({ accountId, event, position: ++this.lastPosition });
  }

  /** Drops all events until now, as if their retention period had ended. */
  dropAll(): void {
    this.dropped = this.entries.at(-1)?.position ?? this.dropped;
    this.entries = [];
  }

  async list(accountId: string, { after, types, limit }: EventQuery): Promise<EventPage> {
    const found = this.entriesOf(accountId, types).filter(({ position }) => position > (after ?? 0));
    const events = found.slice(0, limit);
    const hasMore = found.length > limit;
    return {
      events,
      next: hasMore ? events.at(-1)!.position : this.lastPosition,
      hasMore,
      dropped: this.dropped,
    };
  }

  async newest(accountId: string, { before, types, limit }: NewestQuery): Promise<NewestPage> {
    const found = this.entriesOf(accountId, types)
      .filter(({ position }) => position < (before ?? Infinity))
      .toReversed();
    const events = found.slice(0, limit);
    return { events, next: found.length > limit ? events.at(-1)!.position : null, last: this.lastPosition };
  }

  async removeAll(accountId: string): Promise<void> {
    this.entries = this.entries.filter((entry) => entry.accountId !== accountId);
  }

  async last(): Promise<number> {
    return this.lastPosition;
  }

  async accountsAfter(position: number, accountIds: readonly string[]): Promise<readonly string[]> {
    const isLater = (accountId: string) =>
      this.entries.some((entry) => entry.accountId === accountId && entry.position > position);
    return accountIds.filter(isLater);
  }

  private entriesOf(accountId: string, types: EventQuery['types']): readonly LoggedEvent[] {
    return this.entries
      .filter((entry) => entry.accountId === accountId && (!types || types.includes(entry.event.type)))
      .map(({ position, event }) => ({ position, event }));
  }
}
