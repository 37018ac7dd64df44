import type { SecurityEvent } from '@libs/kernel';
import { nameTaken, takenError, type OutboxMessage, type Person, type PersonRepository } from '../../src';
import type { InMemoryAccountRepository } from '../account/in-memory-account-repository';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryPersonRepository implements PersonRepository {
  constructor(private readonly accounts: InMemoryAccountRepository) {}

  async find(id: string): Promise<Person | null> {
    return this.accounts.people.get(id) ?? null;
  }

  async findByEmail(email: string): Promise<Person | null> {
    return this.accounts.byEmail(email) ?? null;
  }

  async update(
    id: string,
    change: Partial<Omit<Person, 'id' | 'createdAt'>>,
    events?: readonly SecurityEvent[],
    mail?: readonly OutboxMessage[],
  ): Promise<Person | null> {
    const person = this.accounts.people.get(id);
    if (!person) return null;
    const { email = person.email } = change;
    if ((this.accounts.byEmail(email) ?? person) !== person) throw takenError(['email']);
    const { name } = change;
    if (name !== undefined && name !== person.name && this.accounts.isNameTaken(id, name))
      throw nameTaken('name');
    const changed = { ...person, ...change };
    this.accounts.people.set(id, changed);
    if (events && (change.email ?? change.passwordHash) !== undefined) this.accounts.endLinks(id);
    for (const event of events ?? []) this.accounts.log.record(event);
    this.accounts.outbox.queue(mail);
    return changed;
  }
}
