import type { SecurityEvent } from '@libs/kernel';
import type { OutboxMessage, Session, SessionRepository } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemorySessionRepository implements SessionRepository {
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly accounts: InMemoryAccountRepository) {}

  async add(session: Session, event?: SecurityEvent, mail?: readonly OutboxMessage[]): Promise<boolean> {
    const isKnown = [...this.sessions.values()].some(({ digest }) => digest.equals(session.digest));
    if (isKnown || this.sessions.has(session.id)) throw new Error('this session is there already');
    if (!(await this.accounts.findOwnerOf(session.accountId, session.ownerId))) return false;
    this.sessions.set(session.id, session);
    this.accounts.log.record(event);
    this.accounts.outbox.queue(mail);
    return true;
  }

  async findByDigest(digest: Buffer) {
    const session = [...this.sessions.values()].find((candidate) => candidate.digest.equals(digest));
    const match = session && (await this.accounts.findOwnerOf(session.accountId, session.ownerId));
    return match ? { ...match, session } : null;
  }

  async touch(accountId: string, id: string, at: Date): Promise<void> {
    const session = this.of(accountId, id);
    if (session && at > session.lastSeenAt) this.sessions.set(id, { ...session, lastSeenAt: at });
  }

  async renew(accountId: string, id: string, renewal: Pick<Session, 'digest' | 'reauthenticatedAt'>) {
    const session = this.of(accountId, id);
    if (!session) return false;
    const { digest, reauthenticatedAt } = renewal;
    this.sessions.set(id, { ...session, digest, reauthenticatedAt });
    return true;
  }

  async list(accountId: string, ownerId: string): Promise<readonly Session[]> {
    return [...this.sessions.values()]
      .filter((session) => session.accountId === accountId && session.ownerId === ownerId)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  async remove(accountId: string, ownerId: string, id: string, event?: SecurityEvent): Promise<boolean> {
    if (this.of(accountId, id)?.ownerId !== ownerId) return false;
    this.accounts.log.record(event);
    return this.sessions.delete(id);
  }

  async removeAll(
    accountId: string,
    ownerId: string,
    exceptId?: string,
    event?: SecurityEvent,
  ): Promise<void> {
    const removed = (await this.list(accountId, ownerId)).filter(({ id }) => id !== exceptId);
    for (const { id } of removed) this.sessions.delete(id);
    if (removed.length > 0) this.accounts.log.record(event);
  }

  async removeEnded(
    accountId: string,
    ownerId: string,
    { idleSince, begunSince }: { readonly idleSince: Date; readonly begunSince: Date },
  ): Promise<void> {
    for (const { id, lastSeenAt, createdAt } of await this.list(accountId, ownerId)) {
      if (lastSeenAt <= idleSince || createdAt <= begunSince) this.sessions.delete(id);
    }
  }

  private of(accountId: string, id: string): Session | undefined {
    const session = this.sessions.get(id);
    return session?.accountId === accountId ? session : undefined;
  }
}
