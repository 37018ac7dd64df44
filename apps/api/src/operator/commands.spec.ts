import { randomUUID } from 'node:crypto';
import { aSession } from '@libs/accounts/testing';
import {
  PostgresSecondFactorRepository,
  PostgresAccountRepository,
  PostgresPersonRepository,
  PostgresSessionRepository,
} from '@libs/postgres';
import type { DataSource } from 'typeorm';
import { useOperator } from '../../testing/operator';
import { itemLists } from '@libs/postgres/testing';

/** operator.md 2 */
describe('runOperator', () => {
  const { run, json, expectError, anAccount, connect, shortPassword } = useOperator();
  let dataSource: DataSource;
  beforeAll(async () => (dataSource = await connect()));

  describe('create-account', () => {
    it('creates an account and its owner', async () => {
      const slug = `acme-${randomUUID().slice(0, 8)}`;
      const created = await anAccount(` --plan pro --slug ${slug}`);
      expect(Object.keys(created)).toEqual(['account_id', 'slug', 'email', 'plan']);
      expect(created).toMatchObject({ slug, plan: 'pro' });
      const accounts = new PostgresAccountRepository(dataSource);
      expect(await accounts.findBySlug(slug)).toMatchObject({
        id: created.account_id,
        name: 'Acme',
        plan: 'pro',
      });
      const found = await new PostgresPersonRepository(dataSource).findByEmail(created.email);
      expect(found?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    });

    it('takes the plan from DEFAULT_PLAN and the slug from the name', async () => {
      const line = `create-account --name Grünwald --email`;
      expect(await json(`${line} a@example.org`, { DEFAULT_PLAN: 'pro' })).toMatchObject({
        slug: 'grunwald',
        plan: 'pro',
      });
      expect(await json(`${line} b@example.org`)).toMatchObject({ slug: 'grunwald-2', plan: 'free' });
    });

    it('reports every error, one per line', async () => {
      await expectError(['create-account'], /^Missing option: --name N$/, /^Missing option: --email E$/);
      await expectError(
        [
          'create-account',
          '--name',
          ' ',
          '--email',
          'ada',
          '--plan',
          'gold',
          '--slug',
          'X',
          '--password-file',
          shortPassword,
        ],
        /^Field must not be empty: --name$/,
        /^Invalid value for --slug: must be 3 to 50 /,
        /^Invalid value for --plan: must be one of free, pro$/,
        /^Invalid email address: --email$/,
        /^Field is too short: --password \(minimum 12 characters\)$/,
      );
      const { slug, email } = await anAccount();
      await expectError(
        `create-account --name Acme --email ${email} --slug ${slug}`,
        /^This slug is already taken$/,
        /^An account with this email address already exists$/,
      );
    });

    it('prints aligned lines without --json', async () => {
      const { code, out, err } = await run('create-account --name Lines --email lines@example.org');
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(
        /^account_id {2}[0-9a-f-]{36}\nslug {8}lines\nemail {7}lines@example.org\nplan {8}free\n$/,
      );
    });
  });

  it('set-plan rejects an unknown account and an unknown plan', async () => {
    const { slug } = await anAccount();
    await expectError('set-plan --account nobody --plan pro', /^Account not found$/);
    await expectError(
      `set-plan --account ${slug} --plan gold`,
      /^Invalid value for --plan: must be one of free, pro$/,
    );
  });

  it('reset-password changes the password of the owner and ends every session', async () => {
    const { email, account_id } = await anAccount();
    const people = new PostgresPersonRepository(dataSource);
    const before = (await people.findByEmail(email))!;
    const upper = email.toUpperCase();
    const personId = before.id;
    const sessions = new PostgresSessionRepository(dataSource);
    await sessions.add(aSession({ accountId: account_id, personId }));
    expect(await json(`reset-password --email ${upper}`, {}, 'another-w8rd!\n')).toEqual({
      person_id: personId,
      email,
    });
    expect((await people.findByEmail(email))?.passwordHash).not.toBe(before.passwordHash);
    expect(await sessions.list(personId)).toEqual([]);
    await expectError('reset-password --email nobody@example.org', /^Person not found$/);
    await expectError(
      `reset-password --email ${email} --password-file ${shortPassword}`,
      /^Field is too short: --password/,
    );
  });

  /** second-factor.md 6 */
  it('reset-second-factor removes the second factor of a person, and says whether there was one', async () => {
    const { email } = await anAccount();
    const { id } = (await new PostgresPersonRepository(dataSource).findByEmail(email))!;
    const secondFactors = new PostgresSecondFactorRepository(dataSource);
    await secondFactors.begin(id, Buffer.from('sealed'));
    const line = `reset-second-factor --email ${email.toUpperCase()}`;
    expect(await json(line)).toEqual({ person_id: id, email, reset: true });
    expect(await secondFactors.find(id)).toBeNull();
    expect(await json(line)).toEqual({ person_id: id, email, reset: false });
    await expectError('reset-second-factor --email nobody@example.org', /^Person not found$/);
    await expectError('reset-second-factor', /^Missing option: --email E$/);
  });

  it('doctor prints a line per check, and fails if a check fails', async () => {
    const SECRET_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
    const healthy = await run('doctor', { SECRET_ENCRYPTION_KEY });
    expect(healthy).toMatchObject({ code: 0, err: '' });
    expect(healthy.out).toMatch(/^STATE +CHECK +RESULT\nok +configuration +every variable is valid\n/);
    const failing = await run('doctor --json', { PORT: '0', SECRET_ENCRYPTION_KEY });
    const message = 'PORT must be a whole number from 1 to 65,535';
    const checks = [{ name: 'configuration', state: 'failed', message }];
    expect([failing.code, JSON.parse(failing.out)]).toEqual([1, { checks }]);
  });

  it('migrate lists the migrations of the database', async () => {
    const { migrations } = await json('migrate');
    expect(migrations.slice(0, 2)).toEqual(['Feedback1763700000000', 'Accounts1763700001000']);
  });

  describe('seed', () => {
    it('creates sample items in the account', async () => {
      const { slug, account_id } = await anAccount();
      expect(await json(`seed --account ${slug} --items 250`)).toMatchObject({
        account_id,
        slug,
        items: 250,
      });
      expect(await itemLists(dataSource).count(account_id)).toBe(250);
    });

    it('rejects production without --force, an invalid --items, and an unknown account', async () => {
      const { slug, account_id } = await anAccount();
      const production = await run(`seed --account ${slug} --items 5`, { NODE_ENV: 'production' });
      expect(production).toMatchObject({ code: 1, out: '', err: expect.stringContaining('add --force') });
      for (const items of ['0', '1.5', 'many', '100000001', '1e3']) {
        await expectError(
          `seed --account ${slug} --items ${items}`,
          /^Invalid value for --items: must be a whole number/,
        );
      }
      await expectError('seed --account nobody --items 5', /^Account not found$/);
      expect(await itemLists(dataSource).count(account_id)).toBe(0);
      await json(`seed --account ${slug} --items 5 --force`, { NODE_ENV: 'production' });
      expect(await itemLists(dataSource).count(account_id)).toBe(5);
    });
  });
});
