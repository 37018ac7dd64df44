import {
  MAIL_LEASE_SECONDS,
  MAIL_PRIORITY,
  type ClaimedMessage,
  type MailOutbox,
  type MailOutcome,
  type OutboxMessage,
} from '../../src';

interface Entry {
  readonly message: ClaimedMessage;
  readonly dueAt: Date;
  readonly turn: number;
  readonly finishedAt: Date | null;
  readonly topic?: string | undefined;
}

const priorityOf = ({ message }: Entry): number => MAIL_PRIORITY[message.kind];
const byId = (a: OutboxMessage, b: OutboxMessage): number => (a.id < b.id ? -1 : 1);
const byAge = (a: OutboxMessage, b: OutboxMessage): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || byId(a, b);
const byTurn = (a: Entry, b: Entry): number =>
  priorityOf(a) - priorityOf(b) || a.turn - b.turn || byId(a.message, b.message);

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryMailOutbox implements MailOutbox {
  private readonly entries = new Map<string, Entry>();

  /** The messages in the order in which they were stored. */
  get messages(): readonly OutboxMessage[] {
    return [...this.entries.values()].map(({ message }) => message);
  }

  /** Used by other in-memory repositories. */
  queue(messages: readonly OutboxMessage[] = [], topic?: string): void {
    const entries = messages.toSorted(byAge).reduce((queued: Entry[], message) => {
      const turn = this.nextTurn(message, queued);
      const entry = {
        message: { ...message, attempt: 0 },
        dueAt: message.createdAt,
        finishedAt: null,
        topic,
        turn,
      };
      return [...queued, entry];
    }, []);
    const stored = new Map(entries.map((entry) => [entry.message.id, entry]));
    for (const { id } of messages) this.entries.set(id, stored.get(id)!);
  }

  /** The turn after the last one of the account, but none before the first message that waits. */
  private nextTurn({ kind, accountId }: OutboxMessage, queued: readonly Entry[] = []): number {
    const isPeer = (entry: Entry) =>
      !entry.finishedAt && entry.message.attempt === 0 && priorityOf(entry) === MAIL_PRIORITY[kind];
    const waiting = [...this.entries.values()].filter(isPeer);
    const isOwn = (entry: Entry) => accountId !== null && entry.message.accountId === accountId;
    const own = [...waiting, ...queued.filter(isPeer)].filter(isOwn).map(({ turn }) => turn + 1);
    const first = waiting.map(({ turn }) => turn);
    return Math.max(0, first.length > 0 ? Math.min(...first) : 0, ...own);
  }

  /** Whether a message of the topic is waiting. */
  hasWaiting(topic: string): boolean {
    return [...this.entries.values()].some((entry) => entry.topic === topic && !entry.finishedAt);
  }

  /** As a worker that sends all messages of an account. */
  finishAll(accountId: string): void {
    for (const entry of this.entries.values())
      if (entry.message.accountId === accountId)
        this.entries.set(entry.message.id, { ...entry, finishedAt: entry.finishedAt ?? new Date() });
  }

  /** Used by other in-memory repositories. */
  removeAll(accountId: string): void {
    for (const { message } of this.entries.values())
      if (message.accountId === accountId) this.entries.delete(message.id);
  }

  async add(messages: readonly OutboxMessage[]): Promise<void> {
    this.queue(messages);
  }

  async claim(now: Date, limit: number): Promise<readonly ClaimedMessage[]> {
    const dueAt = new Date(now.getTime() + MAIL_LEASE_SECONDS * 1000);
    return [...this.entries.values()]
      .filter((entry) => !entry.finishedAt && entry.dueAt <= now)
      .sort(byTurn)
      .slice(0, limit)
      .map((entry) => {
        const message = { ...entry.message, attempt: entry.message.attempt + 1 };
        this.entries.set(message.id, { ...entry, message, dueAt });
        return message;
      });
  }

  async isClaimed({ id, attempt }: Pick<ClaimedMessage, 'id' | 'attempt'>): Promise<boolean> {
    const entry = this.entries.get(id);
    return entry?.message.attempt === attempt && !entry.finishedAt;
  }

  async record(
    { id, attempt }: Pick<ClaimedMessage, 'id' | 'attempt'>,
    outcome: MailOutcome,
    now: Date,
  ): Promise<void> {
    const entry = this.entries.get(id);
    if (!entry || entry.message.attempt !== attempt || entry.finishedAt) return;
    if (outcome.status === 'pending')
      this.entries.set(id, { ...entry, dueAt: outcome.dueAt, turn: this.nextTurn(entry.message) + 1 });
    else {
      const message = { ...entry.message, sealed: new Uint8Array() };
      this.entries.set(id, { ...entry, message, finishedAt: now });
    }
  }

  async dropExpired(now: Date): Promise<void> {
    for (const { message, finishedAt } of this.entries.values()) {
      if (finishedAt || message.expiresAt > now) continue;
      await this.record(message, { status: 'expired', reason: 'expired' }, now);
    }
  }

  async removeFinished(end: Date): Promise<number> {
    const finished = [...this.entries.values()].filter(({ finishedAt }) => finishedAt && finishedAt < end);
    for (const { message } of finished) this.entries.delete(message.id);
    return finished.length;
  }
}
