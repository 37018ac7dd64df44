import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@libs/postgres/testing';
import { Dashboard } from './support/dashboard';
import { Tracker, type Issue } from './support/tracker';
import { useService } from './support/use-service';

const GUIDE = readFileSync(join(__dirname, '../../../docs/guides/sync.md'), 'utf8');
const PROGRAM = /```js\n([^]*?)```/.exec(GUIDE)![1]!;
const STATES: Readonly<Record<string, string>> = {
  new: 'backlog',
  planned: 'todo',
  building: 'started',
  shipped: 'done',
  declined: 'canceled',
};

interface Item {
  readonly id: string;
  readonly external_id: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly status: string;
  readonly tags: readonly string[];
  readonly merged_into: string | null;
}

/** docs/guides/sync.md */
describe('the program of the guide to syncing', () => {
  const { service, client } = useService();
  let folder: string;
  let tracker: Tracker;
  let person: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
  let program: ChildProcess | null = null;
  let output: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-sync-'));
    await promisify(execFile)('npm', ['install', '--silent', '--no-audit', `${service.origin}/client.tgz`], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, npm_config_registry: 'http://127.0.0.1:9' },
    });
    writeFileSync(join(folder, 'sync.mjs'), PROGRAM);
  });
  beforeEach(async () => {
    tracker = await Tracker.start();
    person = await Dashboard.forNewAccount(service, client);
    output = '';
  });
  afterEach(async () => {
    await kill();
    tracker.stop();
    rmSync(join(folder, 'sync.json'), { force: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function start(): void {
    program = spawn(process.execPath, ['sync.mjs'], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        FEEDBACK_URL: service.origin,
        FEEDBACK_API_KEY: person.account.key,
        TRACKER_URL: tracker.url,
        TRACKER_TOKEN: 'sync',
        INTERVAL_MS: '20',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    program.stderr!.on('data', (text) => (output += String(text)));
  }

  async function kill(): Promise<void> {
    const child = program;
    program = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  const items = async (): Promise<readonly Item[]> =>
    (await person.get('feedback?merged=include&limit=100')).json.data;
  const itemOf = async (title: string) => (await items()).find((item) => item.title === title);
  const issueOf = (title: string) => [...tracker.issues.values()].find((issue) => issue.title === title);
  const create = async (body: object): Promise<Item> => (await person.post('feedback', body)).json.data;
  const update = (id: string, body: object) => person.patch(`feedback/${id}`, body);

  /** What both sides have, by the key of the issue. */
  async function sides(): Promise<[object, object]> {
    const all = await items();
    const keyOf = (id: string | null) => all.find((item) => item.id === id)?.external_id ?? null;
    const ofItems = all.map((item) => [
      item.external_id,
      [item.title, item.description ?? '', STATES[item.status], item.tags, keyOf(item.merged_into)],
    ]);
    const externalId = (key: string | null) => key && `tracker:${key}`;
    const ofIssues = [...tracker.issues.values()].map((issue: Issue) => [
      externalId(issue.key),
      [issue.title, issue.body, issue.state, issue.labels, externalId(issue.duplicate_of)],
    ]);
    return [Object.fromEntries(ofItems), Object.fromEntries(ofIssues)];
  }

  /** Waits until the program has handled everything, and both sides are the same. */
  async function synced(): Promise<void> {
    let last = '';
    await until(async () => {
      if (program!.exitCode !== null) throw new Error(`The program ended: ${output}`);
      const { polls } = tracker;
      await until(() => tracker.polls > polls + 2 || program!.exitCode !== null);
      const [ofItems, ofIssues] = (await sides()).map((side) => JSON.stringify(sorted(side)));
      const isSame = ofItems === ofIssues && !ofItems!.includes('null:') && last === ofItems;
      last = ofItems!;
      return isSame;
    });
  }
  const sorted = (side: object) => Object.entries(side).sort(([a], [b]) => (a < b ? -1 : 1));

  it('copies what people do on each side to the other one', async () => {
    const dark = await create({ title: 'Dark mode', tags: ['ui'] });
    tracker.create('mia', { title: 'Crash at start', body: 'On Linux', labels: ['bug'], state: 'started' });
    start();
    await synced();
    expect(await itemOf('Crash at start')).toMatchObject({ description: 'On Linux', status: 'building' });
    expect(issueOf('Dark mode')).toMatchObject({ labels: ['ui'], reference: dark.id });

    await update(dark.id, { title: 'Dark theme', status: 'planned', tags: ['ui', 'bug'] });
    const crash = issueOf('Crash at start')!;
    tracker.change('mia', crash.key, { title: 'Crash on Linux', state: 'done' });
    const other = await create({ title: 'Night mode' });
    const copy = tracker.create('mia', { title: 'Crash again' });
    await synced();
    expect(issueOf('Dark theme')).toMatchObject({ state: 'todo', labels: ['bug', 'ui'] });
    expect(await itemOf('Crash on Linux')).toMatchObject({ status: 'shipped' });

    await update(other.id, { merged_into: dark.id });
    tracker.change('mia', copy.key, { duplicate_of: crash.key });
    await synced();
    expect(issueOf('Night mode')!.duplicate_of).toBe(issueOf('Dark theme')!.key);
    const merged = (await itemOf('Crash again'))!;
    expect(merged.merged_into).toBe((await itemOf('Crash on Linux'))!.id);
    await update(merged.id, { merged_into: null });
    tracker.change('mia', issueOf('Night mode')!.key, { duplicate_of: null });
    await synced();
    expect(tracker.issues.get(copy.key)!.duplicate_of).toBeNull();

    const tags = (await person.get('tags')).json.data as { id: string; name: string }[];
    await person.patch(`tags/${tags.find(({ name }) => name === 'ui')!.id}`, { name: 'design' });
    tracker.relabel('mia', 'bug', 'defect');
    await synced();
    expect(issueOf('Dark theme')!.labels).toEqual(['defect', 'design']);

    await person.delete(`feedback/${other.id}`);
    tracker.delete('mia', copy.key);
    await synced();
    expect([...tracker.issues.values()].map(({ title }) => title).sort()).toEqual([
      'Crash on Linux',
      'Dark theme',
    ]);
    expect(output).toBe('');
  });

  it('copies the items of an import', async () => {
    start();
    await synced();
    const { key } = person.account;
    const body = 'title,status\nFrom a file,shipped\nAnother one,new\n';
    const headers = { 'content-type': 'text/csv' };
    await client.call('POST', '/api/v1/feedback/import', { key, body, headers });
    await until(() => tracker.issues.size === 2);
    await synced();
    expect(issueOf('From a file')).toMatchObject({ state: 'done' });
  });

  it('repeats no change of its own', async () => {
    const items = [await create({ title: 'Dark mode' }), await create({ title: 'Night mode' })] as const;
    tracker.create('mia', { title: 'Crash at start', labels: ['bug'] });
    start();
    await synced();
    const { writes } = tracker;
    await update(items[0].id, { title: 'Dark theme', status: 'planned' });
    await update(items[1].id, { merged_into: items[0].id });
    tracker.change('mia', issueOf('Crash at start')!.key, { title: 'Crash on Linux' });
    await synced();
    const events = async () => (await person.get('events?limit=100')).json.data.length;
    const before = [await events(), tracker.changes.length];
    const { polls } = tracker;
    await until(() => tracker.polls > polls + 10);
    expect([await events(), tracker.changes.length]).toEqual(before);
    // Two new issues, the title with the status, and the duplicate, whose target is written, too.
    expect([tracker.ofProgram.length, tracker.writes - writes]).toEqual([4, 3]);
  });

  it('ends with the same on both sides if both change at the same time', async () => {
    const { id } = await create({ title: 'Dark mode' });
    start();
    await synced();
    const { key } = issueOf('Dark mode')!;
    for (let n = 0; n < 5; n++) {
      tracker.change('mia', key, { title: `Tracker ${n}` });
      await update(id, { title: `Service ${n}` });
    }
    await synced();
  });

  it('continues after kill -9 in the middle of each step, without a second copy', async () => {
    const crash = tracker.create('mia', { title: 'Crash at start', labels: ['bug'] });
    const first = await create({ title: 'Dark mode', tags: ['ui'] });
    const second = await create({ title: 'Night mode' });
    start();
    await synced();
    await kill();
    let kills = 0;
    for (let step = 1; step <= 14; step++) {
      let requests = 0;
      // Ends the program after its request took effect, before it has the response.
      tracker.interrupts = () => {
        if (++requests !== step) return false;
        kills++;
        return program!.kill('SIGKILL');
      };
      const title = `Step ${step}`;
      const created = await create({ title, tags: [title] });
      tracker.create('mia', { title: `${title} of Mia` });
      await update(second.id, { merged_into: step % 2 ? first.id : null });
      tracker.change('mia', crash.key, { title: `Crash ${step}` });
      start();
      await once(program!, 'exit');
      tracker.interrupts = () => false;
      await person.delete(`feedback/${created.id}`);
      start();
      await synced();
      await kill();
      expect(await itemOf(title)).toBeUndefined();
    }
    expect(kills).toBe(14);
    expect(tracker.issues.size).toBe(3 + 14);
  });
});
