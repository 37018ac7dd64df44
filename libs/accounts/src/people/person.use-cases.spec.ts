import { memberActor, parse, SYSTEM, type Requester } from '@libs/kernel';
import {
  anAccount,
  aPerson,
  aSession,
  aSignedIn,
  idAt,
  InMemoryAccountRepository,
  InMemoryMembershipRepository,
  InMemoryPersonRepository,
  InMemorySessionRepository,
  PlainPasswordHasher,
} from '../../testing';
import type { Account } from '../account/account';
import type { SignedIn } from '../sessions/session';
import { nameFromEmail, type Person } from './person';
import { personChangeRule, type PersonChange } from './person.rules';
import { PersonUseCases } from './person.use-cases';

const NOW = new Date('2026-03-03T10:00:00.000Z');

/** team.md 1 */
describe('PersonUseCases', () => {
  let accounts: InMemoryAccountRepository;
  let sessions: InMemorySessionRepository;
  let passwords: PlainPasswordHasher;
  let people: PersonUseCases;
  let account: Account;
  let person: Person;
  let signedIn: SignedIn;
  let by: Requester;

  beforeEach(async () => {
    accounts = new InMemoryAccountRepository();
    sessions = new InMemorySessionRepository(accounts);
    passwords = new PlainPasswordHasher();
    const ports = {
      people: new InMemoryPersonRepository(accounts),
      memberships: new InMemoryMembershipRepository(accounts),
      sessions,
      passwords,
    };
    people = new PersonUseCases(ports, new Set(['qwertyuiop12']), () => NOW, idAt);
    ({ account, person } = await add());
    signedIn = aSignedIn(account, person);
    by = { ...memberActor(person.id), ip: '192.0.2.1' };
  });

  async function add() {
    const account = anAccount();
    const person = aPerson();
    await accounts.add(account, person);
    return { account, person };
  }
  const change = (input: PersonChange) => people.change(signedIn, parse(personChangeRule, input), by);
  const stored = () => accounts.people.get(person.id)!;
  const recorded = () => accounts.log.events.map(({ accountId, type }) => [accountId, type]);

  it('changes the name, the email address, or both', async () => {
    expect(await change({ name: ' Grace ' })).toEqual({ ...person, name: 'Grace' });
    const changed = { ...person, name: 'Ada', email: 'new@example.com' };
    expect(await change({ name: 'Ada', email: ' new@example.com ' })).toEqual(changed);
    expect(await change({})).toEqual(changed);
    expect(stored()).toEqual(changed);
    expect(recorded()).toEqual([[account.id, 'owner.email_changed']]);
  });

  it('changes nothing if the email address is in use', async () => {
    const { person: other } = await add();
    const conflict = change({ name: 'New', email: other.email.toUpperCase() });
    await expect(conflict).rejects.toMatchObject({ kind: 'conflict', code: 'email_taken' });
    expect(stored()).toEqual(person);
    expect(recorded()).toEqual([]);
  });

  it('changes the password by the rules of new passwords', async () => {
    await people.changePassword(signedIn, 'tea in the garden', by);
    const changed = stored();
    expect(await passwords.verify(changed.passwordHash, 'tea in the garden')).toBe(true);
    for (const weak of [
      'short',
      'qwertyuiop12',
      `${person.email} 2026`,
      `${account.slug} ${account.name} x`,
    ]) {
      await expect(people.changePassword(signedIn, weak, by)).rejects.toMatchObject({ kind: 'validation' });
    }
    expect(stored()).toEqual(changed);
    expect(recorded()).toEqual([[account.id, 'owner.password_changed']]);
  });

  it('throws person_not_found for a person who was deleted concurrently', async () => {
    await accounts.remove(account.id, NOW);
    const missing = { kind: 'not_found', code: 'person_not_found' };
    await expect(change({ name: 'x' })).rejects.toMatchObject(missing);
    await expect(people.changePassword(signedIn, 'tea in the garden', by)).rejects.toMatchObject(missing);
  });

  describe('resetPassword', () => {
    it('ends every session of the person, and none of others, and each account records it', async () => {
      const { account: second, person: other } = await add();
      accounts.join({ accountId: second.id, personId: person.id, role: 'viewer', createdAt: NOW });
      await sessions.add(aSession({ accountId: account.id, personId: person.id }));
      await sessions.add(aSession({ accountId: second.id, personId: person.id }));
      await sessions.add(aSession({ accountId: second.id, personId: other.id }));
      await expect(people.resetPassword(person.email, 'short', SYSTEM)).rejects.toThrow();
      expect(await sessions.list(person.id)).toHaveLength(2);
      const email = ` ${person.email.toUpperCase()} `;
      const changed = await people.resetPassword(email, 'another w8rd entirely', SYSTEM);
      expect(stored()).toEqual(changed);
      expect(await passwords.verify(changed.passwordHash, 'another w8rd entirely')).toBe(true);
      expect(await sessions.list(person.id)).toEqual([]);
      expect(await sessions.list(other.id)).toHaveLength(1);
      expect(recorded().sort()).toEqual(
        [account, second].map(({ id }) => [id, 'owner.password_reset']).sort(),
      );
    });

    it('follows the rules of new passwords, and finds no one else', async () => {
      for (const weak of ['qwertyuiop12', `${account.name} k7#mVq2!`]) {
        const attempt = people.resetPassword(person.email, weak, SYSTEM);
        await expect(attempt).rejects.toMatchObject({ kind: 'validation' });
      }
      const unknown = people.resetPassword('bob@example.org', 'k7#mVq2!xLp9', SYSTEM);
      await expect(unknown).rejects.toMatchObject({ kind: 'not_found', code: 'person_not_found' });
      expect(stored()).toEqual(person);
    });
  });

  it.each([
    ['ada@example.com', 'ada'],
    [`${'x'.repeat(120)}@example.com`, 'x'.repeat(100)],
  ])('names a person after %s', (email, name) => expect(nameFromEmail(email)).toBe(name));
});
