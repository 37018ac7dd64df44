import {
  MAIL_LEASE_SECONDS,
  type ClaimedMessage,
  type MailOutbox,
  type MailOutcome,
  type OutboxMessage,
} from '../../src';

interface Entry {
  readonly message: ClaimedMessage;
  readonly dueAt: Date;
  readonly turnAt: number;
  readonly finishedAt: Date | null;
  readonly topic?: string | undefined;
}

/** Links that someone waits for come first, digest mail last. */
const rankOf = ({ message: { kind } }: Entry): number => (LINKS.has(kind) ? 0 : kind === 'digest' ? 2 : 1);
const LINKS: ReadonlySet<string> = new Set(['password_reset', 'email_confirmation']);
const byAge = (a: OutboxMessage, b: OutboxMessage): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
const orderOf = (entry: Entry): number => (rankOf(entry) === 1 ? entry.turnAt : entry.dueAt.getTime());

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryMailOutbox implements MailOutbox {
  private readonly entries = new Map<string, Entry>();

  /** The messages in the order in which they were stored. */
  get messages(): readonly OutboxMessage[] {
    return [...this.entries.values()].map(({ message }) => message);
  }

  /** Used by other in-memory repositories. */
  queue(messages: readonly OutboxMessage[] = [], topic?: string): void {
    const turns = this.turnsOf(messages);
    for (const message of messages) {
      const entry = {
        message: { ...message, attempt: 0 },
        dueAt: message.createdAt,
        finishedAt: null,
        topic,
      };
      this.entries.set(message.id, { ...entry, turnAt: turns.get(message)! });
    }
  }

  /** The turns of an account are a second apart. */
  private turnsOf(messages: readonly OutboxMessage[]): ReadonlyMap<OutboxMessage, number> {
    const turns = new Map<OutboxMessage, number>();
    const last = new Map<string, number>();
    for (const message of messages.toSorted(byAge)) {
      const account = message.accountId ?? message.id;
      const previous = last.get(account) ?? this.lastTurnOf(message);
      const turn = Math.max(message.createdAt.getTime(), previous + 1_000);
      last.set(account, turn);
      turns.set(message, turn);
    }
    return turns;
  }

  private lastTurnOf({ accountId }: OutboxMessage): number {
    const waiting = [...this.entries.values()].filter(
      ({ message, finishedAt }) =>
        !finishedAt &&
        accountId !== null &&
        message.accountId === accountId &&
        message.attempt === 0 &&
        message.kind !== 'digest',
    );
    return Math.max(-Infinity, ...waiting.map(({ turnAt }) => turnAt));
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

  async claim(now: Date): Promise<ClaimedMessage | null> {
    const [due] = [...this.entries.values()]
      .filter(({ dueAt, finishedAt }) => !finishedAt && dueAt <= now)
      .sort(
        (a, b) => rankOf(a) - rankOf(b) || orderOf(a) - orderOf(b) || (a.message.id < b.message.id ? -1 : 1),
      );
    if (!due) return null;
    const message = { ...due.message, attempt: due.message.attempt + 1 };
    const dueAt = new Date(now.getTime() + MAIL_LEASE_SECONDS * 1000);
    this.entries.set(message.id, { ...due, message, dueAt });
    return message;
  }

  async record(
    { id, attempt }: Pick<ClaimedMessage, 'id' | 'attempt'>,
    outcome: MailOutcome,
    now: Date,
  ): Promise<void> {
    const entry = this.entries.get(id);
    if (!entry || entry.message.attempt !== attempt || entry.finishedAt) return;
    if (outcome.status === 'pending')
      this.entries.set(id, { ...entry, dueAt: outcome.dueAt, turnAt: outcome.dueAt.getTime() });
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
