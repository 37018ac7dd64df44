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
  readonly finishedAt: Date | null;
}

const isDigest = ({ message }: Entry): boolean => message.kind === 'digest';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryMailOutbox implements MailOutbox {
  private readonly entries = new Map<string, Entry>();

  /** The messages in the order in which they were stored. */
  get messages(): readonly OutboxMessage[] {
    return [...this.entries.values()].map(({ message }) => message);
  }

  /** Used by other in-memory repositories. */
  queue(messages: readonly OutboxMessage[] = []): void {
    for (const message of messages) {
      const entry = { message: { ...message, attempt: 0 }, dueAt: message.createdAt, finishedAt: null };
      this.entries.set(message.id, entry);
    }
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
        (a, b) =>
          Number(isDigest(a)) - Number(isDigest(b)) ||
          a.dueAt.getTime() - b.dueAt.getTime() ||
          (a.message.id < b.message.id ? -1 : 1),
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
    if (outcome.status === 'pending') this.entries.set(id, { ...entry, dueAt: outcome.dueAt });
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
