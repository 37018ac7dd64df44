import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { ApiKeyAuthenticator, API_KEY_PATTERN } from '@libs/accounts';
import { aSession } from '@libs/accounts/testing';
import { aQuarantined } from '@libs/feedback/testing';
import {
  createDataSource,
  PostgresEndpointRepository,
  PostgresSecondFactorRepository,
  TypeOrmAccountRepository,
  TypeOrmPersonRepository,
  TypeOrmApiKeyRepository,
  TypeOrmFeedbackRepository,
  TypeOrmQuarantineRepository,
  TypeOrmSessionRepository,
} from '@libs/postgres';
import { freshDatabase, useFreshDatabase } from '@libs/postgres/testing';
import { anEndpoint } from '@libs/webhooks/testing';
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
      const found = await new TypeOrmPersonRepository(dataSource).findByEmail(created.email);
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

  describe('list-accounts', () => {
    it('lists accounts, newest first, in pages', async () => {
      const mark = randomUUID().slice(0, 8);
      const created: { account_id: string; slug: string; email: string }[] = [];
      for (const n of [1, 2, 3]) created.push(await anAccount(` --slug acme-${mark}-${n}`));
      const list = (options: string) => json(`list-accounts --search ${mark.toUpperCase()} ${options}`);
      const { accounts, has_more } = await list('--limit 2');
      expect(has_more).toBe(true);
      expect(accounts).toEqual(
        [2, 1].map((i) => ({
          account_id: created[i]!.account_id,
          slug: created[i]!.slug,
          name: 'Acme',
          email: created[i]!.email,
          plan: 'free',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          suspended_at: null,
          members: 1,
        })),
      );
      const rest = await list(`--limit 2 --after ${accounts[1].slug}`);
      expect(rest).toMatchObject({ accounts: [{ slug: created[0]!.slug }], has_more: false });
    });

    it('prints a table, and how to list more', async () => {
      const mark = randomUUID().slice(0, 8);
      const day = new Date().toISOString().slice(0, 10);
      await run(`create-account --name Acme --email a-${mark}@example.org --slug a-${mark}`);
      await run(`create-account --name B --email b-${mark}@example.org --slug b-${mark} --plan pro`);
      await run(`suspend-account --account b-${mark}`);
      expect((await run(`list-accounts --search ${mark}`)).out).toBe(
        [
          'SLUG        NAME  OWNER                   MEMBERS  PLAN  CREATED     STATE',
          `b-${mark}  B     b-${mark}@example.org  1        pro   ${day}  suspended`,
          `a-${mark}  Acme  a-${mark}@example.org  1        free  ${day}  active`,
          '',
        ].join('\n'),
      );
      expect((await run(`list-accounts --search ${mark} --limit 1`)).out).toMatch(
        new RegExp(`\n\nThere are more: add --after b-${mark}\n$`),
      );
      expect((await run(`list-accounts --search ${mark}x`)).out).toBe('No accounts\n');
    });

    it('rejects an invalid limit and an unknown account', async () => {
      await expectError(
        'list-accounts --limit 1001',
        /^Invalid value for --limit: must be a whole number from 1 to 1,000$/,
      );
      await expectError('list-accounts --after nobody', /^Account not found$/);
    });
  });

  it('show-account counts what the account has', async () => {
    const { slug, account_id, email } = await anAccount();
    const empty = await json(`show-account --account ${slug}`);
    expect(empty).toMatchObject({
      account_id,
      slug,
      email,
      members: 1,
      items: 0,
      active_keys: 0,
      webhooks: 0,
      stored_bytes: 0,
    });
    expect(empty.owner_last_seen_at).toBeNull();
    await json(`seed --account ${slug} --items 3`);
    const { id } = await json(`issue-key --account ${slug} --name Old`);
    await json(`revoke-key --account ${slug} --id ${id}`);
    await json(`issue-key --account ${slug} --name New`);
    await new TypeOrmQuarantineRepository(dataSource).add(aQuarantined({ accountId: account_id }));
    await new PostgresEndpointRepository(dataSource).add(anEndpoint({ accountId: account_id }), 1);
    const owner = (await new TypeOrmPersonRepository(dataSource).findByEmail(email))!;
    for (const minute of [2, 1]) {
      const lastSeenAt = new Date(Date.UTC(2026, 2, 3, 10, minute));
      const session = aSession({ accountId: account_id, personId: owner.id, lastSeenAt });
      await new TypeOrmSessionRepository(dataSource).add(session);
    }
    const { created_at, ...shown } = await json(`show-account --account ${slug}`);
    expect(shown).toEqual({
      account_id,
      slug,
      name: 'Acme',
      email,
      plan: 'free',
      suspended_at: null,
      items: 3,
      quarantined: 1,
      members: 1,
      active_keys: 1,
      webhooks: 1,
      stored_bytes: 0,
      owner_last_seen_at: '2026-03-03T10:02:00.000Z',
    });
    expect(Date.parse(created_at)).toBeLessThan(Date.now());
    expect((await run(`show-account --account ${slug}`)).out).toMatch(/\nsuspended_at +none\n/);
    await expectError('show-account --account nobody', /^Account not found$/);
  });

  it('list-keys lists every key without its secret', async () => {
    const { slug } = await anAccount();
    expect((await run(`list-keys --account ${slug}`)).out).toBe('No API keys\n');
    const first = await json(`issue-key --account ${slug} --name First`);
    const second = await json(`issue-key --account ${slug} --name Second --permission read`);
    await json(`revoke-key --account ${slug} --id ${first.id}`);
    const { keys } = await json(`list-keys --account ${slug}`);
    expect(keys).toMatchObject([
      { id: second.id, name: 'Second', permission: 'read', state: 'active', last_used_at: null },
      { id: first.id, name: 'First', permission: 'full', state: 'revoked', expires_at: null },
    ]);
    const { out } = await run(`list-keys --account ${slug}`);
    expect(out).toMatch(/^ID +NAME +KEY +PERMISSION +CREATED +LAST USED +STATE\n/);
    expect(out).toContain(`${second.id}  Second  fb_live_…${second.key.slice(-4)}  read`);
    expect(out).not.toContain(second.key);
    await expectError('list-keys --account nobody', /^Account not found$/);
  });

  it('suspend-account and resume-account change the state once', async () => {
    const { slug, account_id } = await anAccount();
    const suspended = await json(`suspend-account --account ${slug}`);
    expect(suspended).toEqual({ account_id, slug, suspended_at: expect.any(String) });
    expect(await json(`suspend-account --account ${slug}`)).toEqual(suspended);
    expect(await json(`resume-account --account ${slug}`)).toEqual({ account_id, slug, suspended_at: null });
    await expectError('suspend-account --account nobody', /^Account not found$/);
    await expectError('resume-account --account nobody', /^Account not found$/);
  });

  describe('delete-account', () => {
    it('deletes the account with its items and keys, and no other account', async () => {
      const [mine, other] = [await anAccount(), await anAccount()];
      for (const { slug } of [mine, other]) {
        await json(`seed --account ${slug} --items 3`);
        await json(`issue-key --account ${slug} --name W`);
      }
      const { account_id, slug } = mine;
      const counts = {
        account_id,
        slug,
        members: 1,
        items: 3,
        quarantined: 0,
        active_keys: 1,
        webhooks: 0,
        stored_bytes: 0,
      };
      expect(await json(`delete-account --account ${slug} --dry-run`)).toEqual({ ...counts, deleted: false });
      expect(await json(`show-account --account ${slug}`)).toMatchObject({ items: 3 });
      expect(await json(`delete-account --account ${slug} --confirm ${slug}`)).toEqual({
        ...counts,
        deleted: true,
      });
      await expectError(`show-account --account ${slug}`, /^Account not found$/);
      const items = new TypeOrmFeedbackRepository(dataSource);
      expect([await items.count(account_id), await items.count(other.account_id)]).toEqual([0, 3]);
      expect(await json(`show-account --account ${other.slug}`)).toMatchObject({ items: 3, active_keys: 1 });
    });

    it('does nothing unless --confirm repeats the slug', async () => {
      const { slug } = await anAccount();
      const demand = `^Add --confirm ${slug} to delete the account and all of its data, or --dry-run`;
      await expectError(`delete-account --account ${slug}`, demand);
      await expectError(`delete-account --account ${slug} --confirm acme`, demand);
      await expectError('delete-account --account nobody --confirm nobody', /^Account not found$/);
      expect(await json(`show-account --account ${slug}`)).toMatchObject({ slug });
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
    const people = new TypeOrmPersonRepository(dataSource);
    const before = (await people.findByEmail(email))!;
    const upper = email.toUpperCase();
    const personId = before.id;
    const sessions = new TypeOrmSessionRepository(dataSource);
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
    const { id } = (await new TypeOrmPersonRepository(dataSource).findByEmail(email))!;
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
    const failing = await run('doctor --json', { PORT: '0' });
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
        // More lines if it takes longer than a second.
        expect(err.replace(/^Restored \d+ of \d+ rows \(\d+%\)\n/gm, '')).toBe(
          `The file is complete. Restoring ${saved.rows} rows\nCreating indexes\n`,
        );
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
        'list-accounts',
        'show-account',
        'suspend-account',
        'resume-account',
        'delete-account',
        'set-plan',
        'list-keys',
        'issue-key',
        'revoke-key',
        'reset-password',
        'reset-second-factor',
        'doctor',
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
