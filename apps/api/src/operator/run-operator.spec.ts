import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { ApiKeyAuthenticator, API_KEY_PATTERN } from '@libs/accounts';
import { aSession } from '@libs/accounts/testing';
import {
  createDataSource,
  TypeOrmAccountRepository,
  TypeOrmApiKeyRepository,
  TypeOrmFeedbackRepository,
  TypeOrmSessionRepository,
} from '@libs/postgres';
import { freshDatabase, useFreshDatabase } from '@libs/postgres/testing';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { runOperator } from './run-operator';

const PASSWORD = 'k7#mVq2!xLp9';

/** operator.md 2 */
describe('runOperator', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
  });
  afterAll(() => dataSource.destroy());

  const directory = mkdtempSync(join(tmpdir(), 'operator-'));
  const shortPassword = join(directory, 'short');
  writeFileSync(shortPassword, 'short\n');
  afterAll(() => rmSync(directory, { recursive: true }));

  /** @param piped what standard input contains */
  async function run(line: string | string[], env: Record<string, string> = {}, piped = `${PASSWORD}\n`) {
    let out = '';
    let err = '';
    const code = await runOperator(typeof line === 'string' ? line.split(' ') : line, {
      env: { DATABASE_URL: database.url, ...env },
      input: Readable.from([piped]),
      out: (text) => (out += text),
      err: (text) => (err += text),
    });
    return { code, out, err };
  }
  async function json(line: string, env = {}, piped?: string) {
    const { code, out, err } = await run(`${line} --json`, env, piped);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^\{.*\}\n$/);
    return JSON.parse(out);
  }
  async function expectError(line: string | string[], ...problems: (string | RegExp)[]) {
    const { code, out, err } = await run(line);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const lines = err.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  }
  async function anAccount(options = '') {
    const email = `${randomUUID()}@example.org`;
    return json(`create-account --name Acme --email ${email}${options}`);
  }

  describe('create-account', () => {
    it('creates an account and its owner', async () => {
      const slug = `acme-${randomUUID().slice(0, 8)}`;
      const created = await anAccount(` --plan pro --slug ${slug}`);
      expect(Object.keys(created)).toEqual(['account_id', 'slug', 'email', 'plan']);
      expect(created).toMatchObject({ slug, plan: 'pro' });
      const accounts = new TypeOrmAccountRepository(dataSource);
      expect(await accounts.findBySlug(slug)).toMatchObject({
        id: created.account_id,
        name: 'Acme',
        plan: 'pro',
      });
      const found = await accounts.findOwner(created.email);
      expect(found?.owner.passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
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

  it('accepts --password with a warning, and rejects a missing password', async () => {
    const line = 'create-account --name Acme --email option@example.org';
    const missing = await run(line, {}, '');
    expect(missing).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^No password: [^\n]*\n$/),
    });
    const { code, out, err } = await run(`${line} --password ${PASSWORD} --json`, {}, '');
    expect({ code, email: JSON.parse(out).email }).toEqual({ code: 0, email: 'option@example.org' });
    expect(err).toMatch(/^Warning: --password makes the password visible [^\n]*\n$/);
  });

  describe('issue-key and revoke-key', () => {
    it('issue a key that authenticates until it is revoked', async () => {
      const { slug, account_id } = await anAccount();
      const { id, key, ...more } = await json(`issue-key --account ${slug} --name Website`);
      expect(more).toEqual({});
      expect(key).toMatch(API_KEY_PATTERN);
      const enter = () =>
        Promise.resolve(
          new ApiKeyAuthenticator(new TypeOrmApiKeyRepository(dataSource), () => new Date()).authenticate(
            key,
          ),
        );
      expect(await enter()).toMatchObject({
        accountId: account_id,
        keyId: id,
        permission: 'full',
        plan: 'free',
      });
      expect(await json(`set-plan --account ${slug} --plan pro`)).toEqual({ account_id, slug, plan: 'pro' });
      expect(await enter()).toMatchObject({ plan: 'pro' });
      expect(await json(`revoke-key --account ${slug} --id ${id.toUpperCase()}`)).toEqual({
        id,
        revoked: true,
      });
      await expect(enter()).rejects.toMatchObject({ code: 'api_key_revoked' });
    });

    it('set permission, origins, and expiry', async () => {
      const { slug, account_id } = await anAccount();
      const origins = '--origin https://a.example --origin http://localhost:5173';
      await json(
        `issue-key --account ${slug} --name W --permission submit ${origins} --expires-at 2999-01-31T12:00:00+02:00`,
      );
      expect(await new TypeOrmApiKeyRepository(dataSource).list(account_id)).toMatchObject([
        {
          permission: 'submit',
          allowedOrigins: ['https://a.example', 'http://localhost:5173'],
          expiresAt: new Date('2999-01-31T10:00:00Z'),
          createdBy: null,
        },
      ]);
    });

    it('note after the key that it is shown only once', async () => {
      const { slug } = await anAccount();
      const { out } = await run(`issue-key --account ${slug} --name Website`);
      expect(out).toMatch(
        /^id {3}[0-9a-f-]{36}\nkey {2}fb_live_\w{38}\n\nThis is the only time the key is shown.\n$/,
      );
    });

    it('reject invalid options, an unknown account, and an eleventh key', async () => {
      const { slug } = await anAccount();
      const issue = `issue-key --account ${slug} --name W`;
      await expectError(
        `${issue} --expires-at 2020-01-01T00:00:00Z`,
        /^Invalid value for --expires-at: must be in the future$/,
      );
      for (const text of [
        'tomorrow',
        '2999-01-01',
        '2999-01-01T00:00:00',
        '2999-02-30T00:00:00Z',
        '2999-01-01T25:00:00Z',
      ]) {
        await expectError(
          `${issue} --expires-at ${text}`,
          /^Invalid value for --expires-at: must be a date and time with a time zone/,
        );
      }
      await expectError(
        `${issue} --origin https://a.example`,
        /^Invalid value for --origin: only a submit key can have origins$/,
      );
      await expectError(
        `${issue} --permission submit --origin https://a.example/`,
        /^Invalid value for --origin: each must be an origin as browsers send it/,
      );
      await expectError(
        `${issue} --permission submit`,
        /^Invalid value for --origin: a submit key must have at least one origin$/,
      );
      await expectError(
        `${issue} --permission all`,
        /^Invalid value for --permission: must be one of full, read, submit$/,
      );
      await expectError('issue-key --account nobody --name W', /^Account not found$/);
      for (let i = 0; i < 10; i++) await json(issue);
      await expectError(issue, /^Too many API keys \(maximum 10\)$/);
    });

    it('do not revoke a key of another account or an unknown key', async () => {
      const [mine, other] = [await anAccount(), await anAccount()];
      const { id } = await json(`issue-key --account ${mine.slug} --name W`);
      await expectError(`revoke-key --account ${other.slug} --id ${id}`, /^API key not found$/);
      await expectError(`revoke-key --account ${mine.slug} --id abc`, /^API key not found$/);
      await expectError(`revoke-key --account nobody --id ${id}`, /^Account not found$/);
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
    const accounts = new TypeOrmAccountRepository(dataSource);
    const before = await accounts.findOwner(email);
    const upper = email.toUpperCase();
    const ownerId = before!.owner.id;
    const sessions = new TypeOrmSessionRepository(dataSource);
    await sessions.add(aSession({ accountId: account_id, ownerId }));
    expect(await json(`reset-password --email ${upper}`, {}, 'another-w8rd!\n')).toEqual({
      account_id,
      email,
    });
    expect((await accounts.findOwner(email))?.owner.passwordHash).not.toBe(before?.owner.passwordHash);
    expect(await sessions.list(account_id, ownerId)).toEqual([]);
    await expectError('reset-password --email nobody@example.org', /^Owner not found$/);
    await expectError(
      `reset-password --email ${email} --password-file ${shortPassword}`,
      /^Field is too short: --password/,
    );
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
      expect(await new TypeOrmFeedbackRepository(dataSource).count(account_id)).toBe(250);
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
      expect(await new TypeOrmFeedbackRepository(dataSource).count(account_id)).toBe(0);
      await json(`seed --account ${slug} --items 5 --force`, { NODE_ENV: 'production' });
      expect(await new TypeOrmFeedbackRepository(dataSource).count(account_id)).toBe(5);
    });
  });

  describe('backup and restore', () => {
    const file = join(directory, 'feedback.backup');

    it('write a file, and restore it into an empty database, with their progress on standard error', async () => {
      const { slug } = await anAccount();
      await json(`seed --account ${slug} --items 3`);
      const saved = await json(`backup ${file}`);
      expect(Object.keys(saved)).toEqual([
        ...['file', 'bytes', 'snapshot_at', 'accounts', 'items', 'rows', 'seconds'],
      ]);
      expect(saved).toMatchObject({ file, seconds: expect.any(Number) });
      await expectError(`backup ${file}`, /^\S+ already exists: choose another name, or delete the file$/);

      const empty = await freshDatabase();
      try {
        const { code, out, err } = await run(`restore ${file}`, { DATABASE_URL: empty.url });
        expect(code).toBe(0);
        expect(err).toBe(`The file is complete. Restoring ${saved.rows} rows\nCreating indexes\n`);
        expect(out).toMatch(
          /^file +\S+\nsnapshot_at +\S+Z\nrelease +[\d.]+\naccounts +\d+\nitems +\d+\nrows +\d+\nseconds +[\d.]+\n\nThe file has no encryption key\. [^\n]+\n$/,
        );
      } finally {
        await empty.drop();
      }
    });

    it('reject a file that is not a backup, before the database is opened', async () => {
      const { code, out, err } = await run(`restore ${shortPassword}`, {
        DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
      });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^\S+ is not a backup of this service\n$/);
    });

    it('run no migrations before a backup', async () => {
      const older = await freshDatabase();
      const admin = new Client({ connectionString: older.adminUrl });
      await admin.connect();
      try {
        await admin.query(`DELETE FROM migrations WHERE name = 'Webhooks1764200300000'`);
        await json(`backup ${join(directory, 'older.backup')}`, { DATABASE_URL: older.url });
        const { rowCount } = await admin.query(`SELECT FROM migrations WHERE name = 'Webhooks1764200300000'`);
        expect(rowCount).toBe(0);
      } finally {
        await admin.end();
        await older.drop();
      }
    });
  });

  it('lists all commands in its help', async () => {
    for (const line of ['help', '--help', '-h', 'seed --help']) {
      const { code, out, err } = await run(line);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      for (const name of [
        'create-account',
        'set-plan',
        'issue-key',
        'revoke-key',
        'reset-password',
        'migrate',
        'backup FILE',
        'restore FILE',
        'seed',
      ]) {
        expect(out).toContain(`\n  ${name}`);
      }
    }
    expect((await run([])).code).toBe(0);
  });

  it('rejects unknown commands and options, extra arguments, and missing values', async () => {
    await expectError('destroy', /^Unknown command: see npm run operator -- help$/);
    await expectError('constructor', /^Unknown command/);
    await expectError('migrate --quickly', /^Unknown option '--quickly'$/);
    await expectError(
      'migrate now',
      /^Unexpected argument 'now'\. This command does not take positional arguments$/,
    );
    await expectError('backup', /^Missing argument: FILE$/);
    await expectError('backup a b --x', /^Unknown option '--x'$/);
    await expectError('restore a b c', /^Unexpected argument: b$/, /^Unexpected argument: c$/);
    await expectError('set-plan --account', /^Option '--account <value>' argument missing$/);
    await expectError(
      ['set-plan', '--account', '-x', '--plan', 'pro'],
      /^Option '--account' argument is ambiguous\. [^\n]*$/,
    );
  });

  it('reports each invalid environment variable in one line', async () => {
    const wrong = await run('migrate', { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' });
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(/^DATABASE_URL: [^\n]+\n$/);
    const two = await run('migrate', { DATABASE_URL: 'x', PORT: 'y' });
    expect(two).toMatchObject({ code: 1, out: '' });
    expect(two.err.match(/^(PORT|DATABASE_URL) [^\n]+$/gm)).toHaveLength(2);
  });

  it.each([
    'set-plan --account acme --plan pro',
    'issue-key --account acme --name W',
    'revoke-key --account acme --id x',
    'reset-password --email ada@example.com',
    'seed --account acme --items 5',
    'backup feedback.backup',
  ])('does not create a database: %s', async (line) => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'operator-')), 'data');
    try {
      const { code, out, err } = await run(line, { DATABASE_URL: '', DATA_DIR: dataDir });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toBe(
        `No database in ${dataDir}: set DATA_DIR or DATABASE_URL to the value that the service uses\n`,
      );
      expect(existsSync(dataDir)).toBe(false);
    } finally {
      rmSync(dirname(dataDir), { recursive: true });
    }
  });
});
