import { randomBytes, randomUUID } from 'node:crypto';
import { anAccount, aPerson, aSession } from '@libs/accounts/testing';
import type { DataSource, QueryRunner } from 'typeorm';
import { createDatabase, type FreshDatabase } from '../../../testing';
import { createDataSource } from '../../connection/data-source';
import { migrations } from '../../migrations';
import { Team1764700000000 } from '../../migrations/accounts/1764700000000-team';
import { migrate } from '../../schema/schema';
import { PostgresAccountRepository } from '../account/postgres-account-repository';
import { PostgresMembershipRepository } from '../memberships/postgres-membership-repository';
import { PostgresSessionRepository } from '../sessions/postgres-session-repository';
import { PostgresPersonRepository } from './postgres-person-repository';

const NOW = new Date('2026-03-03T10:00:00.000Z');

/** The statements of the release before people (operator.md 5). */
class ReleaseBefore {
  constructor(private readonly dataSource: Pick<DataSource | QueryRunner, 'query'>) {}

  async signUp(email = `ada-${randomUUID()}@example.com`) {
    const [accountId, ownerId, slug] = [randomUUID(), randomUUID(), `acme-${randomBytes(6).toString('hex')}`];
    await this.dataSource.query(
      `INSERT INTO accounts (id, name, slug, aliases, plan, form_open, form_email_field, created_at)
       VALUES ($1, 'Acme', $2, '{}', 'free', true, 'optional', $3)`,
      [accountId, slug, NOW],
    );
    await this.dataSource.query(`INSERT INTO account_slugs VALUES ($1, $2)`, [slug, accountId]);
    await this.dataSource.query(`INSERT INTO owners VALUES ($1, $2, $3, '$argon2id$', $4)`, [
      ownerId,
      accountId,
      email,
      NOW,
    ]);
    return { accountId, ownerId, slug, email };
  }

  async signIn({ accountId, ownerId }: { accountId: string; ownerId: string }): Promise<Buffer> {
    const digest = randomBytes(32);
    await this.dataSource.query(
      `INSERT INTO sessions (id, account_id, owner_id, digest, created_at, last_seen_at)
       VALUES ($1, $2, $3, $4, $5, $5)`,
      [randomUUID(), accountId, ownerId, digest, NOW],
    );
    return digest;
  }

  /** Returns the owner and the account of a session, as the release before finds them. */
  async authenticate(digest: Buffer): Promise<[owner: string, account: string] | null> {
    const [found] = (await this.dataSource.query(
      `SELECT owners.id AS owner, accounts.id AS account FROM sessions
       JOIN owners ON owners.id = sessions.owner_id JOIN accounts ON accounts.id = sessions.account_id
       WHERE digest = $1`,
      [digest],
    )) as { owner: string; account: string }[];
    return found ? [found.owner, found.account] : null;
  }

  async owner(id: string) {
    const [found] = (await this.dataSource.query(
      `SELECT account_id, email, password_hash FROM owners WHERE id = $1`,
      [id],
    )) as object[];
    return found;
  }
}

/** operator.md 5, team.md 1 */
describe('the migration to people', () => {
  let database: FreshDatabase;
  let dataSource: DataSource;
  let before: ReleaseBefore;
  let people: PostgresPersonRepository;
  let memberships: PostgresMembershipRepository;
  let sessions: PostgresSessionRepository;
  let accounts: PostgresAccountRepository;
  let owner: Awaited<ReturnType<ReleaseBefore['signUp']>>;
  let other: typeof owner;
  let digest: Buffer;

  beforeAll(async () => {
    database = await createDatabase();
    const team = migrations.indexOf(Team1764700000000);
    await runFirst(team);
    dataSource = await createDataSource({ url: database.url }).initialize();
    before = new ReleaseBefore(dataSource);
    people = new PostgresPersonRepository(dataSource);
    memberships = new PostgresMembershipRepository(dataSource);
    sessions = new PostgresSessionRepository(dataSource);
    accounts = new PostgresAccountRepository(dataSource);
    owner = await before.signUp('Ada.Lovelace@Example.com');
    other = await before.signUp();
    digest = await before.signIn(owner);
    // It locks the tables of signing in, so it must not wait for statements that read accounts.
    const reader = dataSource.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT FROM accounts');
    await runFirst(team + 1);
    await reader.rollbackTransaction();
    await reader.release();
    await migrate(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function runFirst(count: number): Promise<void> {
    const old = createDataSource({ url: database.url });
    old.setOptions({ migrations: migrations.slice(0, count) });
    await old.initialize();
    await old.runMigrations();
    await old.destroy();
  }
  const setRole = (accountId: string, personId: string, role: string) =>
    dataSource.query(`UPDATE memberships SET role = $3 WHERE account_id = $1 AND person_id = $2`, [
      accountId,
      personId,
      role,
    ]);
  const join = (accountId: string, personId: string, role: string) =>
    dataSource.query(`INSERT INTO memberships VALUES ($1, $2, $3, $4)`, [accountId, personId, role, NOW]);

  it('makes a person of each owner, keeps the sessions, and can be undone', async () => {
    const check = async () => {
      expect(await people.find(owner.ownerId)).toEqual({
        id: owner.ownerId,
        email: 'Ada.Lovelace@Example.com',
        name: 'Ada.Lovelace',
        passwordHash: '$argon2id$',
        createdAt: NOW,
        emailConfirmedAt: expect.any(Date),
      });
      expect(await memberships.listOf(other.ownerId)).toMatchObject([
        { account: { id: other.accountId }, role: 'owner' },
      ]);
      expect(await sessions.findByDigest(digest)).toMatchObject({
        person: { id: owner.ownerId },
        account: { id: owner.accountId },
        role: 'owner',
      });
    };
    await check();
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    const added = migrations.slice(migrations.indexOf(Team1764700000000));
    for (const Migration of [...added].reverse()) await new Migration().down(runner);
    expect(await new ReleaseBefore(runner).authenticate(digest)).toEqual([owner.ownerId, owner.accountId]);
    for (const Migration of added) await new Migration().up(runner);
    await runner.commitTransaction();
    await runner.release();
    await check();
  });

  it('takes over what the release before changes', async () => {
    const owner = await before.signUp();
    const digest = await before.signIn(owner);
    expect(await sessions.findByDigest(digest)).toMatchObject({
      person: { id: owner.ownerId },
      role: 'owner',
    });
    const email = `new-${owner.email}`;
    await dataSource.query(`UPDATE owners SET email = $2, password_hash = 'new' WHERE id = $1`, [
      owner.ownerId,
      email,
    ]);
    expect(await people.find(owner.ownerId)).toMatchObject({ email, passwordHash: 'new' });
    await dataSource.query(`DELETE FROM accounts WHERE id = $1`, [owner.accountId]);
    expect(await people.find(owner.ownerId)).toBeNull();
    expect(await before.owner(owner.ownerId)).toBeUndefined();
  });

  it('lets the release before serve new owners, and see their changes', async () => {
    const [account, person] = [anAccount(), aPerson()];
    await accounts.add(account, person);
    const session = aSession({ accountId: account.id, personId: person.id });
    await sessions.add(session);
    expect(await before.authenticate(session.digest)).toEqual([person.id, account.id]);
    await people.update(person.id, { email: `new-${person.email}`, passwordHash: 'new' });
    expect(await before.owner(person.id)).toEqual({
      account_id: account.id,
      email: `new-${person.email}`,
      password_hash: 'new',
    });
  });

  it('does not let the release before treat another role as an owner', async () => {
    const [account, person, other] = [anAccount(), aPerson(), anAccount()];
    await accounts.add(account, person);
    await accounts.add(other, aPerson());
    const session = aSession({ accountId: account.id, personId: person.id });
    await sessions.add(session);
    await join(other.id, person.id, 'viewer');
    await sessions.switchAccount(person.id, session.id, other.id);
    expect(await before.authenticate(session.digest)).toBeNull();
    await sessions.switchAccount(person.id, session.id, account.id);
    expect(await before.authenticate(session.digest)).toEqual([person.id, account.id]);
    await setRole(account.id, person.id, 'admin');
    expect(await before.authenticate(session.digest)).toBeNull();
    expect(await before.owner(person.id)).toBeUndefined();
    expect((await sessions.findByDigest(session.digest))?.role).toBe('admin');
    await setRole(other.id, person.id, 'owner');
    expect(await before.owner(person.id)).toMatchObject({ account_id: other.id });
    await dataSource.query(`DELETE FROM memberships WHERE account_id = $1 AND person_id = $2`, [
      other.id,
      person.id,
    ]);
    expect(await before.owner(person.id)).toBeUndefined();
  });

  it('deletes a person with the last account, and keeps one who has left it', async () => {
    const [first, second, person] = [anAccount(), anAccount(), aPerson()];
    await accounts.add(first, person);
    await accounts.add(second, aPerson());
    await join(second.id, person.id, 'owner');
    await accounts.remove(first.id, NOW);
    expect(await before.owner(person.id)).toMatchObject({ account_id: second.id });
    expect(await people.find(person.id)).toEqual(person);
    await dataSource.query(`DELETE FROM memberships WHERE person_id = $1`, [person.id]);
    expect(await people.find(person.id)).toEqual(person);
  });
});
