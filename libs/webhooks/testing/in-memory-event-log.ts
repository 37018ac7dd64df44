import type {
  Event,
  EventLog,
  EventPage,
  EventQuery,
  EventSelection,
  LoggedEvent,
  NewestPage,
  NewestQuery,
} from '../src';

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

  async list(accountId: string, { after, limit, ...selection }: EventQuery): Promise<EventPage> {
    const found = this.entriesOf(accountId, selection).filter(({ position }) => position > (after ?? 0));
    const events = found.slice(0, limit);
    const hasMore = found.length > limit;
    return {
      events,
      next: hasMore ? events.at(-1)!.position : Math.max(this.lastPosition, after ?? 0),
      hasMore,
      dropped: this.dropped,
    };
  }

  async newest(accountId: string, { before, limit, ...selection }: NewestQuery): Promise<NewestPage> {
    const found = this.entriesOf(accountId, selection)
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

  private entriesOf(accountId: string, selection: EventSelection): readonly LoggedEvent[] {
    return this.entries
      .filter((entry) => entry.accountId === accountId && isSelected(entry.event, selection))
      .map(({ position, event }) => ({ position, event }));
  }
}

function isSelected(
  { type, actor, data: { feedback, request, note } }: Event,
  { types, itemId, actor: wanted, excludedActor: excluded }: EventSelection,
): boolean {
  const isBy = (one: string) => actor.type === one || actor.id === one;
  const itemOf = (part: unknown) => (part as { feedback_id?: string } | undefined)?.feedback_id;
  const items = [feedback?.id, itemOf(request), itemOf(note)];
  return (
    (types === undefined || types.includes(type)) &&
    (itemId === undefined || items.includes(itemId)) &&
    (wanted === undefined || isBy(wanted)) &&
    (excluded === undefined || !isBy(excluded))
  );
}
