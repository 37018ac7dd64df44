import { randomUUID } from 'node:crypto';
import type { AccountRepository, Person, PersonRepository } from '../../src';
import { anAccount, aPerson } from '../account/account-builders';

/** A person repository, and the repository of accounts, which adds people. */
export interface PersonHarness {
  readonly accounts: AccountRepository;
  readonly people: PersonRepository;
}

/** Contract tests of `PersonRepository`. Every adapter runs all of them. */
export function personRepositoryContract(name: string, make: () => Promise<PersonHarness>): void {
  describe(`PersonRepository, ${name}`, () => {
    let accounts: AccountRepository;
    let people: PersonRepository;
    beforeAll(async () => {
      ({ accounts, people } = await make());
    });

    async function add(overrides: Partial<Person> = {}): Promise<Person> {
      const person = aPerson(overrides);
      expect(await accounts.add(anAccount(), person)).toEqual([]);
      return person;
    }

    it('returns a person exactly as added, by ID and by email address in any case', async () => {
      const email = `Ada.${randomUUID()}@Example.COM`;
      const person = await add({
        email,
        name: '😀'.repeat(100),
        createdAt: new Date('2026-03-03T10:00:00.123Z'),
      });
      await add();
      expect(await people.find(person.id)).toEqual(person);
      for (const text of [email, email.toLowerCase(), email.toUpperCase()]) {
        expect(await people.findByEmail(text)).toEqual(person);
      }
    });

    it('finds and changes no one for unknown and malformed values', async () => {
      for (const id of [randomUUID(), 'abc', '', "'; --"]) {
        expect(await people.find(id)).toBeNull();
        expect(await people.findByEmail(id)).toBeNull();
        expect(await people.update(id, { name: 'x' })).toBeNull();
      }
    });

    it('changes the given fields of one person', async () => {
      const [person, other] = [await add(), await add()];
      const email = `new-${randomUUID()}@example.com`;
      expect(await people.update(person.id, {})).toEqual(person);
      expect(await people.update(person.id, { name: 'Grace' })).toEqual({ ...person, name: 'Grace' });
      const changed = { ...person, name: 'Grace', email, passwordHash: 'changed' };
      expect(await people.update(person.id, { email, passwordHash: 'changed' })).toEqual(changed);
      expect(await people.findByEmail(email)).toEqual(changed);
      expect(await people.findByEmail(person.email)).toBeNull();
      expect(await people.find(other.id)).toEqual(other);
    });

    it('rejects the email address of another person in any case, and changes nothing', async () => {
      const [person, other] = [await add(), await add()];
      const taken = people.update(person.id, { name: 'x', email: other.email.toUpperCase() });
      await expect(taken).rejects.toMatchObject({ kind: 'conflict', code: 'email_taken' });
      expect(await people.find(person.id)).toEqual(person);
      const email = person.email.toUpperCase();
      expect(await people.update(person.id, { email })).toEqual({ ...person, email });
    });
  });
}
