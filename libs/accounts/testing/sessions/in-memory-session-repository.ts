import type { SecurityEvent } from '@libs/kernel';
import type { MatchedSession, OutboxMessage, Session, SessionRepository } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemorySessionRepository implements SessionRepository {
  private readonly sessions = new Map<string, Session>();

  constructor(private readonly accounts: InMemoryAccountRepository) {
    accounts.onLeave((accountId, personId) => {
      for (const session of this.sessions.values()) {
        if (session.accountId === accountId && session.personId === personId)
          this.sessions.delete(session.id);
      }
    });
    accounts.onSwitch(({ personId, sessionId, accountId }) => {
      const session = this.of(personId, sessionId);
      if (session) this.sessions.set(sessionId, { ...session, accountId, reauthenticatedAt: null });
    });
  }

  async add(session: Session, event?: SecurityEvent, mail?: readonly OutboxMessage[]): Promise<boolean> {
    const isKnown = [...this.sessions.values()].some(({ digest }) => digest.equals(session.digest));
    if (isKnown || this.sessions.has(session.id)) throw new Error('this session is there already');
    if (!this.accounts.membershipOf(session.accountId, session.personId)) return false;
    this.sessions.set(session.id, session);
    this.accounts.log.record(event);
    this.accounts.outbox.queue(mail);
    return true;
  }

  async findByDigest(digest: Buffer): Promise<MatchedSession | null> {
    const session = [...this.sessions.values()].find((candidate) => candidate.digest.equals(digest));
    if (!session) return null;
    const { accountId, personId } = session;
    const { role } = this.accounts.membershipOf(accountId, personId)!;
    return {
      session,
      account: this.accounts.get(accountId)!,
      person: this.accounts.people.get(personId)!,
      role,
    };
  }

  async touch(personId: string, id: string, at: Date): Promise<void> {
    const session = this.of(personId, id);
    if (session && at > session.lastSeenAt) this.sessions.set(id, { ...session, lastSeenAt: at });
  }

  async renew(personId: string, id: string, renewal: Pick<Session, 'digest' | 'reauthenticatedAt'>) {
    const session = this.of(personId, id);
    if (!session) return false;
    const { digest, reauthenticatedAt } = renewal;
    this.sessions.set(id, { ...session, digest, reauthenticatedAt });
    return true;
  }

  async switchAccount(personId: string, id: string, accountId: string): Promise<boolean> {
    const session = this.of(personId, id);
    if (!session || !this.accounts.membershipOf(accountId, personId)) return false;
    this.sessions.set(id, { ...session, accountId });
    return true;
  }

  async list(personId: string): Promise<readonly Session[]> {
    return [...this.sessions.values()]
      .filter((session) => session.personId === personId)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  async remove(personId: string, id: string, event?: SecurityEvent): Promise<boolean> {
    if (!this.of(personId, id)) return false;
    this.accounts.log.record(event);
    return this.sessions.delete(id);
  }

  async removeAll(personId: string, exceptId?: string, event?: SecurityEvent): Promise<void> {
    const removed = (await this.list(personId)).filter(({ id }) => id !== exceptId);
    for (const { id } of removed) this.sessions.delete(id);
    if (removed.length > 0) this.accounts.log.record(event);
  }

  async removeEnded(
    personId: string,
    { idleSince, begunSince }: { readonly idleSince: Date; readonly begunSince: Date },
  ): Promise<void> {
    for (const { id, lastSeenAt, createdAt } of await this.list(personId)) {
      if (lastSeenAt <= idleSince || createdAt <= begunSince) this.sessions.delete(id);
    }
  }

  private of(personId: string, id: string): Session | undefined {
    const session = this.sessions.get(id);
    return session?.personId === personId ? session : undefined;
  }
}
