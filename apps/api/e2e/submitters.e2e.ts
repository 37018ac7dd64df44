import { newFeedbackRule, QuarantineUseCases, SubmitterUseCases } from '@libs/feedback';
import { parse, SYSTEM } from '@libs/kernel';
import { everyRow, until } from '@libs/postgres/testing';
import { runOperator } from '../src/operator/run-operator';
import { Dashboard } from './support/dashboard';
import { LOCAL_WEBHOOKS, Receiver } from './support/receiver';
import { useService } from './support/use-service';

const EMAIL = "Ada.o'Neil+a_b@example.com";
const OTHER = `x${EMAIL}`;
/** The service of this test sends no mail, so it holds none. */
const ADD_STATUS_MESSAGE = `
  INSERT INTO status_messages (account_id, id, feedback_id, state, previous_status, message, actor, created_at, due_at, asked, recipients)
  VALUES ($1, gen_random_uuid(), $2, 'sent', 'new', $3, 'owner', now(), now(), 1, 1)`;
type Member = Awaited<ReturnType<typeof Dashboard.forNewAccount>>;

/** dashboard.md 14, following.md 1 */
describe('the data of a submitter', () => {
  const { service, client } = useService(LOCAL_WEBHOOKS);
  let receiver: Receiver;

  beforeEach(async () => (receiver = await Receiver.start()));
  afterEach(() => receiver.stop());
  afterEach(() => jest.restoreAllMocks());

  /** Stores the email address in every way in which the service stores one. */
  async function fill(member: Member) {
    const { key } = member.account;
    const api = (method: string, path: string, body: unknown, headers: object = {}) =>
      client.call(method, `/api/v1/${path}`, { key, body, headers: { ...headers } });
    await member.post('webhooks', { url: receiver.url, events: ['*'] });
    const created: string[] = [];
    const create = async (body: object, headers?: object) => {
      const response = await api('POST', 'feedback', body, headers);
      expect(response.status).toBe(201);
      created.push(response.json.data.id);
      return response.json.data.id as string;
    };
    const idempotent = { 'idempotency-key': 'k' };
    const first = await create({ title: 'Mine', submitter_email: EMAIL }, idempotent);
    const also = { title: 'Also mine', submitter_email: EMAIL.toUpperCase(), external_id: `crm:${EMAIL}` };
    await create(also, { 'idempotency-key': EMAIL });
    const gone = await create({ title: 'Gone', external_id: `gone:${EMAIL}` });
    expect((await api('DELETE', `feedback/${gone}`, undefined)).status).toBe(204);
    await create({ title: `Asked by ${EMAIL.toLowerCase()}.`, description: `Line\n${EMAIL}\n${EMAIL}` });
    const moved = await create({ title: `Moved from ${EMAIL}`, submitter_email: 'grace@example.com' });
    expect((await api('PATCH', `feedback/${moved}`, { title: 'Moved' })).status).toBe(200);
    const links = [{ url: `https://crm.example/?person=${EMAIL}`, title: `Of ${EMAIL}` }];
    await api('PATCH', `feedback/${first}`, { status: 'planned', links });
    await api('PUT', `feedback/${moved}/public`, { title: 'Moved', text: `Line\n${EMAIL}` });
    await api('DELETE', `feedback/${moved}/public`, undefined);
    for (const text of [`Call ${EMAIL}!`, `Call ${OTHER}!`])
      await member.post(`feedback/${moved}/notes`, { text });
    await api('POST', `feedback/${moved}/notes`, { text: 'Moved', author_name: EMAIL });
    await service.dataSource.transaction(async (manager) => {
      await manager.query(`SELECT set_config('app.account_id', $1, true)`, [member.account.id]);
      await manager.query(ADD_STATUS_MESSAGE, [member.account.id, moved, `Thanks to ${EMAIL}`]);
    });
    await api('POST', 'changelog', { title: `By ${EMAIL}`, text: `Thanks to **${EMAIL}** and ${OTHER}` });
    const requests = [
      { email: EMAIL, name: 'Ada', notify: true },
      { name: `For ${EMAIL}` },
      { email: OTHER },
    ];
    expect((await member.post(`feedback/${moved}/requests`, { requests })).status).toBe(200);
    const nearby = await create({ title: `From ${OTHER}`, submitter_email: OTHER });
    const csv = `title,external_id\nImported,${EMAIL}\n`;
    expect((await api('POST', 'feedback/import', csv, { 'content-type': 'text/csv' })).status).toBe(200);
    const quarantine = service.get(QuarantineUseCases);
    for (const body of [
      { title: 'Spam', submitter_email: EMAIL },
      { title: 'Spam', description: `<${EMAIL}>` },
      { title: 'Spam', submitter_email: OTHER },
    ]) {
      await quarantine.quarantine(member.account.id, parse(newFeedbackRule, body), 'form', 'token_missing');
    }
    await publishedEvents(member);
    return { first, moved, nearby, gone };
  }

  /** The events of all changes until now. */
  async function publishedEvents(member: Member) {
    const database = await service.connectAsAdmin();
    try {
      const waiting = 'SELECT FROM feedback_changes WHERE account_id = $1';
      while ((await database.query(waiting, [member.account.id])).rowCount !== 0);
    } finally {
      await database.end();
    }
    return (await member.get('events?limit=100')).json.data;
  }

  /** Every row of every table that contains the email address, as text. */
  async function rowsWithAddress(): Promise<string[]> {
    const rows = await everyRow(service.database);
    expect(new Set(rows.map(({ table }) => table)).size).toBeGreaterThan(15);
    const lines = rows.map(({ table, text }) => {
      const shown = withoutBytes(text).replaceAll(/x?ada\.o('|'')neil\+a_b@example\.com/gi, (match) =>
        match.toLowerCase().startsWith('x') ? 'OTHER' : 'ADDRESS',
      );
      return `${table} ${shown}`;
    });
    return lines.filter((line) => line.includes('ADDRESS'));
  }
  /** PostgreSQL shows bytes as hexadecimal digits. */
  const withoutBytes = (text: string) =>
    [EMAIL, EMAIL.toLowerCase()].reduce(
      (shown, email) => shown.replaceAll(Buffer.from(email).toString('hex'), email),
      text,
    );
  const tablesOf = (rows: readonly string[]) =>
    [...new Set(rows.map((row) => row.split(' ')[0]!.replace(/^events_.*/, 'events')))].sort();
  const ALL_TABLES = [
    'changelog_entries',
    'events',
    'feedback',
    'feedback_history',
    'feedback_notes',
    'feedback_requests',
    'feedback_search_newest',
    'followers',
    'idempotency_items',
    'idempotency_records',
    'quarantined_feedback',
    'status_messages',
  ];
  const erase = async (member: Member, more: object = {}) => {
    const response = await member.post('submitters/erase', { email: EMAIL.toLowerCase(), ...more });
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    return response.json.data;
  };

  it.each([false, true])(
    'is in no table after it is erased, except of other accounts (delete_items %s)',
    async (deletes) => {
      const [mine, other] = [
        await Dashboard.forNewAccount(service, client),
        await Dashboard.forNewAccount(service, client),
      ];
      const { first, moved, nearby, gone } = await fill(mine);
      await fill(other);
      const before = await rowsWithAddress();
      expect(tablesOf(before.filter((row) => row.includes(mine.account.id)))).toEqual(ALL_TABLES);
      const count = {
        items: 4,
        requests: 2,
        quarantined: 2,
        notes: 2,
        changelog: 1,
        events: expect.any(Number),
        history: 4,
        responses: 2,
        complete: true,
      };
      expect(await erase(mine, { dry_run: true })).toEqual(count);
      expect(await rowsWithAddress()).toEqual(before);

      // The deletion of an item removes stored responses that contain it, and its publication the history.
      const deleted = { responses: 1, history: expect.any(Number) };
      expect(await erase(mine, { delete_items: deletes })).toEqual({ ...count, ...(deletes && deleted) });
      const ofOthers = before.filter((row) => !row.includes(mine.account.id)).sort();
      expect(tablesOf(ofOthers.filter((row) => row.includes(other.account.id)))).toEqual(ALL_TABLES);
      expect((await rowsWithAddress()).sort()).toEqual(ofOthers);

      const events = await publishedEvents(mine);
      expect(JSON.stringify(events).toLowerCase()).not.toContain(`"${EMAIL.toLowerCase()}`);
      expect((await rowsWithAddress()).sort()).toEqual(ofOthers);
      const { json } = await mine.get('feedback?limit=100');
      const items = json.data.map(({ title, description, submitter_email }: Record<string, unknown>) => [
        title,
        description,
        submitter_email,
      ]);
      expect(items).toEqual([
        ['Imported', null, null],
        [`From ${OTHER}`, null, OTHER],
        ['Moved', null, 'grace@example.com'],
        ['Asked by [erased].', 'Line\n[erased]\n[erased]', null],
        ...(deletes
          ? []
          : [
              ['Also mine', null, null],
              ['Mine', null, null],
            ]),
      ]);
      expect((await mine.get('quarantine')).json.data).toHaveLength(1);
      const notes = (await mine.get(`feedback/${moved}/notes`)).json.data;
      expect((await mine.get('changelog')).json.data).toMatchObject([
        { title: 'By [erased]', text: `Thanks to **[erased]** and ${OTHER}` },
      ]);
      const shown = ({ text, author_name: name }: Record<string, string | null>) => `${text} ${name}`;
      expect(notes.map(shown).sort()).toEqual([
        'Call [erased]! null',
        `Call ${OTHER}! null`,
        'Moved [erased]',
      ]);
      const of = (id: string) =>
        events.filter(
          ({ type, data }: { type: string; data: { feedback?: { id: string } } }) =>
            data.feedback?.id === id && !type.startsWith('request.'),
        );
      const changed = { type: deletes ? 'feedback.deleted' : 'feedback.updated' };
      expect(of(first)[0]).toMatchObject(changed);
      expect(
        of(first)
          .slice(1)
          .map(({ data }: { data: unknown }) => data),
      ).toEqual([2, 2, 1].map((version) => ({ feedback: { id: first }, version })));
      expect(of(gone)[0].data.feedback).toEqual({ id: gone, external_id: null });
      expect(of(moved)[0].data.feedback).toEqual({ id: moved });
      expect(of(nearby)[0].data.feedback).toMatchObject({ submitter_email: OTHER });
      expect(await erase(mine, { dry_run: true })).toEqual({
        items: 0,
        requests: 0,
        quarantined: 0,
        notes: 0,
        changelog: 0,
        events: 0,
        history: 0,
        responses: 0,
        complete: true,
      });
      const log = (await mine.get('security-log')).json.data;
      expect(log.map(({ type }: { type: string }) => type)).toContain('submitter.erased');
    },
  );

  it('is erased from changes that are not yet published', async () => {
    const mine = await Dashboard.forNewAccount(service, client);
    const { account } = mine;
    const rows = `INSERT INTO feedback_changes (account_id, actor, kind, item, previous)`;
    const database = await service.connectAsAdmin();
    await database.query('BEGIN');
    // Blocks the publisher, so that the changes stay.
    await database.query('SELECT pg_advisory_xact_lock(4901178536)');
    const created = await client.call('POST', '/api/v1/feedback', {
      key: account.key,
      body: { title: 'Mine', submitter_email: EMAIL },
    });
    const gone = JSON.stringify({ id: account.id, version: 1, title: 'a', submitter_email: EMAIL });
    const statement = `${rows} VALUES ($1, 'system', 'updated', $2, $2)`;
    const writer = await service.connectAsAdmin();
    await writer.query(statement, [account.id, gone]);
    expect(tablesOf(await rowsWithAddress())).toContain('feedback_changes');
    await erase(mine);
    expect(tablesOf((await rowsWithAddress()).filter((row) => row.includes(account.id)))).toEqual([]);
    await database.query('ROLLBACK');
    const events = await publishedEvents(mine);
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'feedback.updated',
      'feedback.updated',
      'feedback.created',
    ]);
    expect(events[0].data).toMatchObject({
      feedback: { id: created.json.data.id, title: 'Mine', submitter_email: null },
      previous: {},
    });
    expect((await rowsWithAddress()).filter((row) => row.includes(account.id))).toEqual([]);
  });

  it('can be exported as one JSON file', async () => {
    const mine = await Dashboard.forNewAccount(service, client);
    const { first, moved } = await fill(mine);
    const response = await mine.post('submitters/export', { email: EMAIL });
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="submitter-acme-.*\.json"$/,
    );
    const {
      email,
      exported_at: at,
      following,
      feedback,
      requests,
      quarantine,
      notes,
      changelog,
      events,
      history,
    } = JSON.parse(response.text);
    expect([email, Number.isNaN(Date.parse(at))]).toEqual([EMAIL, false]);
    expect(following).toMatchObject({ email: EMAIL.toLowerCase(), items: [{ feedback_id: moved }] });
    // Entries of the same millisecond have any order.
    const titles = feedback.map(({ title }: { title: string }) => title);
    expect(titles.sort()).toEqual(['Also mine', `Asked by ${EMAIL.toLowerCase()}.`, 'Imported', 'Mine']);
    expect(quarantine).toHaveLength(2);
    expect(quarantine).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Spam', submitter_email: EMAIL }),
        expect.objectContaining({ description: `<${EMAIL}>` }),
      ]),
    );
    expect(requests.map(({ name }: { name: string }) => name).sort()).toEqual(['Ada', `For ${EMAIL}`]);
    expect(notes).toEqual([
      { feedback_id: moved, text: `Call ${EMAIL}!`, author_name: null, created_at: expect.any(String) },
      { feedback_id: moved, text: 'Moved', author_name: EMAIL, created_at: expect.any(String) },
    ]);
    const entry = { title: `By ${EMAIL}`, text: `Thanks to **${EMAIL}** and ${OTHER}` };
    expect(changelog).toMatchObject([entry]);
    expect(events.length).toBe((await erase(mine, { dry_run: true })).events);
    expect(events[0]).toMatchObject({
      type: 'feedback.created',
      item: { title: 'Mine', submitter_email: EMAIL },
    });
    expect(events.find(({ type }: { type: string }) => type === 'feedback.status_changed')).toMatchObject({
      item: { title: 'Mine', submitter_email: EMAIL, status: 'planned' },
      previous: { title: 'Mine', submitter_email: EMAIL, status: 'new' },
    });
    expect(Object.keys(events[0].item)).not.toContain('account_id');
    expect(history).toHaveLength(4);
    const links = [expect.objectContaining({ title: `Of ${EMAIL}` })];
    for (const entry of [
      { feedback_id: moved, changes: { title: { from: `Moved from ${EMAIL}`, to: 'Moved' } } },
      { feedback_id: first, changes: { links: { from: [], to: links } } },
    ])
      expect(history).toContainEqual({ ...entry, at: expect.any(String) });
  });

  it('is erased in several requests if there are many items', async () => {
    const { account } = await Dashboard.forNewAccount(service, client);
    const lines = Array.from({ length: 240 }, (_, i) =>
      JSON.stringify({ title: `Item ${i}`, submitter_email: EMAIL }),
    );
    const headers = { 'content-type': 'application/x-ndjson' };
    const imported = await client.call('POST', '/api/v1/feedback/import', {
      key: account.key,
      body: lines.join('\n'),
      headers,
    });
    expect([imported.status, imported.text]).toEqual([200, expect.any(String)]);
    const submitters = service.get(SubmitterUseCases);
    const run = async () => {
      const { items, isComplete } = await submitters.erase(account.id, EMAIL, {
        deletes: false,
        by: SYSTEM,
        until: new Date(),
      });
      return [items, isComplete];
    };
    expect([await run(), await run(), await run(), await run()]).toEqual([
      [100, false],
      [100, false],
      [40, false],
      [0, true],
    ]);
  });

  it('can be exported and erased with operator commands', async () => {
    const mine = await Dashboard.forNewAccount(service, client);
    await fill(mine);
    const run = async (...args: string[]) => {
      const [out, err] = [[] as string[], [] as string[]];
      const io = {
        env: service.operatorEnv,
        input: process.stdin,
        out: (text: string) => void out.push(text),
        err: (text: string) => void err.push(text),
      };
      const status = await runOperator([...args, '--account', mine.account.slug, '--email', EMAIL], io);
      return { status, out: out.join(''), err: err.join('') };
    };
    expect(JSON.parse((await run('export-submitter')).out)).toMatchObject({
      email: EMAIL,
      feedback: Array(4).fill({ id: expect.any(String) }),
    });
    const counts = {
      account_id: mine.account.id,
      slug: mine.account.slug,
      items: 4,
      quarantined: 2,
      changelog: 1,
      responses: 2,
    };
    const dryRun = await run('erase-submitter', '--dry-run', '--json');
    expect(JSON.parse(dryRun.out)).toMatchObject({ ...counts, dry_run: true });
    const erased = await run('erase-submitter', '--json');
    expect(JSON.parse(erased.out)).toMatchObject({ ...counts, dry_run: false });
    expect(erased.err).toBe('4 items\n');
    expect((await rowsWithAddress()).filter((row) => row.includes(mine.account.id))).toEqual([]);
    const types = (await mine.get('security-log')).json.data.map(({ type }: { type: string }) => type);
    expect(types.slice(0, 2)).toEqual(['submitter.erased', 'submitter.exported']);
  });

  it('is searched by one erasure or dry run of an account at a time', async () => {
    const [mine, other] = [
      await Dashboard.forNewAccount(service, client),
      await Dashboard.forNewAccount(service, client),
    ];
    const erasing = (member: Member, dryRun: boolean) =>
      member.post('submitters/erase', { email: EMAIL, dry_run: dryRun });
    const submitters = service.get(SubmitterUseCases);
    let release!: () => void;
    const count = submitters.count.bind(submitters);
    const counting = jest.spyOn(submitters, 'count').mockImplementationOnce(async (...of) => {
      await new Promise<void>((resolve) => (release = resolve));
      return count(...of);
    });
    const first = erasing(mine, true);
    await until(() => counting.mock.calls.length === 1);
    for (const dryRun of [true, false]) {
      const { status, headers, json } = await erasing(mine, dryRun);
      expect([status, headers['retry-after'], json.error.code]).toEqual([
        429,
        '1',
        'too_many_concurrent_requests',
      ]);
    }
    expect((await erasing(other, true)).status).toBe(200);
    release();
    expect((await first).status).toBe(200);
    expect((await erasing(mine, true)).status).toBe(200);
  });

  it('needs a valid email address', async () => {
    const mine = await Dashboard.forNewAccount(service, client);
    for (const path of ['submitters/export', 'submitters/erase']) {
      for (const body of [{}, { email: '' }, { email: '%' }, { email: 'a@b' }, { email: EMAIL, other: 1 }]) {
        expect([path, body, (await mine.post(path, body)).status]).toEqual([path, body, 400]);
      }
    }
  });
});
