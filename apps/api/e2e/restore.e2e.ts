import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

type Member = Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly feedback_id: string };

const NDJSON = 'application/x-ndjson';
const nd = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** import.md 13; export.md 1 */
describe('an export of everything', () => {
  const { service, client } = useService({ RATE_LIMIT_HOUR_FREE: '100000' });
  let from: Member;
  let to: Member;

  beforeEach(async () => {
    [from, to] = [
      await Dashboard.forNewAccount(service, client),
      await Dashboard.forNewAccount(service, client),
    ];
    for (const one of [from, to]) await one.patch('person', { name: 'Ada Lovelace' });
    await fill(from);
  });

  const api = (of: Member, method: string, path: string, body?: unknown, headers = {}) =>
    client.call(method, `/api/v1/${path}`, { key: of.account.key, body: body as object, headers });

  /** Items, a chain of merges, requests with details of a submission, notes, tags, and assignees. */
  async function fill(of: Member): Promise<void> {
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) {
      const body = { title: `=Item ${n}`, submitter_email: `${n}@example.com`, tags: ['ui', `tag ${n}`] };
      const { json } = await api(of, 'POST', 'feedback', body);
      ids.push(json.data.id);
    }
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    const { person } = (await of.get('session')).json.data;
    for (const id of [a, d])
      expect((await of.patch(`feedback/${id}`, { assignee_id: person.id })).status).toBe(200);
    const requests = [
      { email: 'eve@example.com', company: 'Acme', value: 1200, quote: 'Soon' },
      { email: '0@example.com', name: 'Zoe', company: 'Zen', value: 5 },
      { count: 7 },
    ];
    for (const id of [a, c, e])
      expect((await api(of, 'POST', `feedback/${id}/requests`, { requests })).status).toBe(200);
    for (const [id, target] of [
      [a, b],
      [b, c],
      [e, d],
    ])
      expect((await api(of, 'PATCH', `feedback/${id}`, { merged_into: target })).status).toBe(200);
    await api(of, 'POST', `feedback/${d}/notes`, {
      notes: [{ text: 'One' }, { text: 'Two', author_name: 'Bo' }],
    });
    await of.post(`feedback/${a}/notes`, { text: 'Three' });
  }

  const everything = async (of: Member) => (await of.get('account/export')).json;
  /** What the other account must have, too. The assignee is another person of the same name. */
  const itemsOf = ({ feedback }: { feedback: Row[] }) =>
    feedback.map(({ assignee, updated_at: _, ...item }) => ({
      ...item,
      assignee: (assignee as { name: string } | null)?.name ?? null,
    }));
  const requestsOf = ({ requests }: { requests: Row[] }) =>
    requests.map(({ confirmed_at: _, ...request }) => request);
  const exported = async (format: string) =>
    (await api(from, 'GET', `feedback/export?format=${format}`)).text;
  const imported = async (body: string, type: string, path = 'import') => {
    const response = await api(to, 'POST', `feedback/${path}`, Buffer.from(body), { 'content-type': type });
    expect([response.status, response.json.data?.failed, response.json.data?.warnings]).toEqual([200, 0, []]);
    return response.json.data;
  };
  const undo = async ({ import_id: id }: { import_id: string }) =>
    (await to.delete(`imports/${id}`)).json.data;

  it.each([
    ['ndjson', NDJSON],
    ['csv', 'text/csv'],
  ])(
    'as %s restores all items, with its requests in a second file, and both are undone',
    async (format, type) => {
      const before = await everything(from);
      const items = await imported(await exported(format), type);
      expect(items.created).toBe(6);
      const asked = await imported(nd(before.requests), NDJSON, 'import/requests');
      expect(asked.created).toBe(before.requests.length);
      const after = await everything(to);
      expect(itemsOf(after)).toEqual(itemsOf(before));
      expect(requestsOf(after)).toEqual(requestsOf(before));
      const target = (after.feedback as Row[]).find(({ title }) => title === '=Item 2');
      // Three submitters, Eve, and twice seven votes.
      expect(target).toMatchObject({ duplicate_count: 2, request_count: 18 });
      expect(await undo(asked)).toEqual({ deleted: 0, requests: asked.created });
      expect(await undo(items)).toEqual({ deleted: 6, requests: 0 });
      expect(await everything(to)).toMatchObject({ feedback: [], requests: [] });
    },
  );

  /** import.md 11, history.md 4 */
  it('restores items with their requests from one file, and notes with their authors and times', async () => {
    const before = await everything(from);
    const rows = before.feedback.map((item: Row) => ({
      ...item,
      requests: before.requests.filter(({ feedback_id: id }: Row) => id === item.id),
    }));
    const items = await imported(nd(rows), NDJSON);
    for (const { id } of before.feedback as Row[]) {
      const notes = (before.notes as Row[])
        .filter(({ feedback_id: itemId }) => itemId === id)
        .map(({ text, author_name, created_at }) => ({
          text,
          author_name: author_name ?? 'Ada Lovelace',
          created_at,
        }));
      if (notes.length > 0)
        expect((await api(to, 'POST', `feedback/${id}/notes`, { notes })).status).toBe(200);
    }
    const after = await everything(to);
    expect(itemsOf(after)).toEqual(itemsOf(before));
    const values = ({ requests }: { requests: Row[] }) =>
      requests.map(({ id: _, confirmed_at: _confirmed, ...request }) => JSON.stringify(request)).sort();
    expect(values(after)).toEqual(values(before));
    const notesOf = ({ notes }: { notes: Row[] }) =>
      notes.map(({ feedback_id, text, created_at, author_name: name }) => [
        feedback_id,
        text,
        created_at,
        name ?? 'Ada Lovelace',
      ]);
    expect(notesOf(after).sort()).toEqual(notesOf(before).sort());
    expect(await undo(items)).toEqual({ deleted: 6, requests: 0 });
    await expect(everything(to)).resolves.toMatchObject({ feedback: [], requests: [], notes: [] });
  });

  it('into another account names people who are not members, once', async () => {
    await to.patch('person', { name: 'Grace' });
    const body = Buffer.from(await exported('ndjson'));
    const { json } = await api(to, 'POST', 'feedback/import', body, { 'content-type': NDJSON });
    expect(json.data).toMatchObject({
      created: 6,
      warnings: [{ line: null, param: 'assignee', code: 'unknown_assignee' }],
    });
    expect(json.data.warnings[0].message).toMatch(/: Ada Lovelace$/);
  });

  /** events.md 1 */
  it('has no events for the merges of its items', async () => {
    await imported(await exported('ndjson'), NDJSON);
    const types = (await api(to, 'GET', 'events')).json.data.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type.startsWith('feedback.updated'))).toEqual([]);
  });
});
