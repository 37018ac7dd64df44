import { LOCAL_WEBHOOKS, Receiver } from './support/receiver';
import type { Call } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const SECRET = 'Ada is a difficult customer';
type Member = Awaited<ReturnType<typeof Dashboard.forNewAccount>>;

describe('history and notes', () => {
  const { service, client } = useService(LOCAL_WEBHOOKS);
  let member: Member;
  let key: string;

  beforeEach(async () => {
    member = await Dashboard.forNewAccount(service, client);
    ({ key } = member.account);
  });

  const call = (method: string, path: string, more: Call = {}) =>
    client.call(method, `${BASE}${path}`, { key, ...more });
  const create = async (body: object = { title: 'Dark mode' }): Promise<string> =>
    (await call('POST', '', { body })).json.data.id;
  /** Waits for the changes of the item to be published. */
  async function historyOf(id: string, count: number) {
    for (;;) {
      const response = await call('GET', `/${id}/history?limit=100`);
      expect([response.status, response.text]).toEqual([200, expect.any(String)]);
      if (response.json.data.length >= count) return response.json;
    }
  }
  const keyId = async () => (await client.call('GET', '/api/v1/key', { key })).json.data.id;

  /** history.md 1, history.md 2 */
  describe('GET /feedback/:id/history', () => {
    it('returns the changes of all surfaces, newest first', async () => {
      const id = await create({ title: 'Dark', description: 'Old' });
      await call('PATCH', `/${id}`, { body: { status: 'planned', description: null } });
      await call('PATCH', `/${id}`, { body: { status: 'planned' } });
      await call('POST', '/batch', { body: { updates: [{ id, title: 'Dark mode' }] } });
      await member.patch(`feedback/${id}`, { status: 'shipped' });
      const { data, pagination } = await historyOf(id, 4);
      const at = expect.stringMatching(/^\d{4}-.*T.*\.\d{3}Z$/);
      const byKey = { type: 'api_key', id: await keyId() };
      expect(data).toEqual([
        {
          at,
          actor: { type: 'owner', id: expect.any(String) },
          type: 'updated',
          changes: { status: { from: 'planned', to: 'shipped' } },
        },
        { at, actor: byKey, type: 'updated', changes: { title: { from: 'Dark', to: 'Dark mode' } } },
        {
          at,
          actor: byKey,
          type: 'updated',
          changes: { description: { from: 'Old', to: null }, status: { from: 'new', to: 'planned' } },
        },
        { at, actor: byKey, type: 'created', changes: {} },
      ]);
      expect(pagination).toEqual({ limit: 100, has_more: false, next_cursor: null });
      expect((await member.get(`feedback/${id}/history`)).json.data).toEqual(data);
    });

    it('has pages with a cursor of the item', async () => {
      const [id, other] = [await create(), await create()];
      for (const title of ['A', 'B']) await call('PATCH', `/${id}`, { body: { title } });
      const all = (await historyOf(id, 3)).data;
      const first = (await call('GET', `/${id}/history?limit=2`)).json;
      expect(first.data).toEqual(all.slice(0, 2));
      const cursor = first.pagination.next_cursor;
      const next = (await call('GET', `/${id.toUpperCase()}/history?limit=2&cursor=${cursor}`)).json;
      expect(next).toEqual({
        data: all.slice(2),
        pagination: { limit: 2, has_more: false, next_cursor: null },
      });
      for (const path of [`/${other}/history`, `/${id}/notes`]) {
        const response = await call('GET', `${path}?cursor=${cursor}`);
        expect([response.status, response.json.error.code]).toEqual([400, 'invalid_parameter']);
      }
    });

    it('ends with the creation of an imported item', async () => {
      const body = 'title,created_at\nImported,2024-01-02T03:04:05Z\n';
      await call('POST', '/import', { body, headers: { 'content-type': 'text/csv' } });
      const [{ id, created_at }] = (await call('GET', '')).json.data;
      expect((await call('GET', `/${id}/history`)).json.data).toEqual([
        { at: created_at, actor: { type: 'import' }, type: 'created', changes: {} },
      ]);
    });
  });

  /** history.md 3, history.md 4 */
  describe('notes', () => {
    const write = (id: string, text: string) => call('POST', `/${id}/notes`, { body: { text } });

    it('are written, listed, and deleted, and change nothing in the item', async () => {
      const id = await create();
      const before = await call('GET', `/${id}`);
      const written = await write(id, ` ${SECRET}.\r\nReally. `);
      expect([written.status, written.json]).toEqual([
        201,
        {
          data: {
            id: expect.any(String),
            text: `${SECRET}.\nReally.`,
            author: { type: 'api_key', id: await keyId() },
            author_name: null,
            created_at: expect.any(String),
          },
        },
      ]);
      const own = await member.post(`feedback/${id}/notes`, { text: 'Mine' });
      expect([own.status, own.json.data.author.type]).toEqual([201, 'owner']);
      const listed = await call('GET', `/${id}/notes`);
      expect(listed.json).toEqual({
        data: [own.json.data, written.json.data],
        pagination: { limit: 20, has_more: false, next_cursor: null },
      });
      expect((await member.get(`feedback/${id}/notes`)).json).toEqual(listed.json);
      const after = await call('GET', `/${id}`);
      expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag]);
      expect((await member.delete(`feedback/${id}/notes/${written.json.data.id}`)).status).toBe(204);
      expect((await call('DELETE', `/${id}/notes/${own.json.data.id}`)).status).toBe(204);
      expect((await call('GET', `/${id}/notes`)).json.data).toEqual([]);
      expect(await historyOf(id, 1)).toMatchObject({ data: [{ type: 'created' }] });
    });

    const GRACE = {
      text: 'Asked again',
      author_name: 'Grace Hopper',
      created_at: '2024-03-04T09:00:00.000Z',
    };

    it('of another product are moved with their times and authors, one or several at once', async () => {
      const id = await create();
      const author = { type: 'api_key', id: await keyId() };
      const one = await call('POST', `/${id}/notes`, { body: GRACE });
      expect([one.status, one.json.data]).toEqual([201, { id: expect.any(String), author, ...GRACE }]);
      const notes = [{ text: 'First' }, { ...GRACE, text: 'Second', created_at: '2024-03-05T09:00:00.000Z' }];
      const several = await call('POST', `/${id}/notes`, { body: { notes } });
      expect([several.status, several.json.data]).toMatchObject([200, [{ text: 'First' }, notes[1]]]);
      const listed = (await call('GET', `/${id}/notes`)).json.data;
      expect(listed.map(({ text }: { text: string }) => text)).toEqual(['First', 'Second', 'Asked again']);
      const invalid = await call('POST', `/${id}/notes`, { body: { notes: [notes[0], { text: '' }] } });
      expect([invalid.status, invalid.json.error.param]).toEqual([400, 'notes[1].text']);
      expect((await call('GET', `/${id}/notes`)).json.data).toHaveLength(3);
      const asMember = await member.post(`feedback/${id}/notes`, GRACE);
      expect([asMember.status, asMember.json.error.code]).toEqual([400, 'unknown_field']);
    });

    /** idempotency.md 1, idempotency.md 3 */
    it('are written once with an Idempotency-Key', async () => {
      const [id, other] = [await create(), await create()];
      const once = (body: object, item = id) =>
        call('POST', `/${item}/notes`, { body, headers: { 'idempotency-key': 'k' } });
      const first = await once({ notes: [{ text: 'a' }] });
      const again = await once({ notes: [{ text: ' a ' }] });
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect(again.headers['idempotent-replayed']).toBe('true');
      for (const response of [await once({ text: 'a' }), await once({ notes: [{ text: 'a' }] }, other)])
        expect([response.status, response.json.error.code]).toEqual([422, 'idempotency_key_reused']);
      expect((await call('GET', `/${id}/notes`)).json.data).toHaveLength(1);
    });

    it('have pages', async () => {
      const id = await create();
      const texts = ['1', '2', '3'];
      for (const text of texts) await write(id, text);
      const found: string[] = [];
      for (let cursor = ''; ;) {
        const { data, pagination } = (await call('GET', `/${id}/notes?limit=2${cursor}`)).json;
        found.push(...data.map(({ text }: { text: string }) => text));
        if (!pagination.has_more) break;
        cursor = `&cursor=${pagination.next_cursor}`;
      }
      expect(found.sort()).toEqual(texts);
    });

    it('need an existing item of the account', async () => {
      const [id, other] = [await create(), await create()];
      const note = (await write(id, 'T')).json.data.id;
      const stranger = (await service.account()).key;
      const of = (method: string, path: string, as = key) =>
        call(method, path, { key: as, body: method === 'POST' ? { text: 'T' } : undefined });
      for (const [method, path, as] of [
        ['GET', '/x/notes'],
        ['GET', '/x/history'],
        ['POST', '/x/notes'],
        ['GET', `/${id}/notes`, stranger],
        ['GET', `/${id}/history`, stranger],
        ['POST', `/${id}/notes`, stranger],
      ] as const) {
        const { status, json } = await of(method, path, as);
        expect([method, path, status, json.error.code]).toEqual([method, path, 404, 'feedback_not_found']);
      }
      for (const [path, as] of [
        [`/${other}/notes/${note}`],
        [`/${id}/notes/x`],
        [`/${id}/notes/${note}`, stranger],
      ] as const) {
        const { status, json } = await of('DELETE', path, as);
        expect([path, status, json.error.code]).toEqual([path, 404, 'note_not_found']);
      }
      expect((await call('GET', `/${id}/notes`)).json.data).toHaveLength(1);
    });

    it('can be read with a read key, and not at all with a submit key', async () => {
      const id = await create();
      const note = (await write(id, SECRET)).json.data.id;
      const keyOf = async (permission: string) => {
        const allowed_origins = permission === 'submit' ? ['https://a.example'] : undefined;
        const body = { name: permission, permission, allowed_origins, expires_in_days: null };
        return (await member.post('keys', body)).json.data.secret as string;
      };
      const statuses = async (as: string) => [
        (await call('GET', `/${id}/notes`, { key: as })).status,
        (await call('GET', `/${id}/history`, { key: as })).status,
        (await call('POST', `/${id}/notes`, { key: as, body: { text: 'T' } })).status,
        (await call('DELETE', `/${id}/notes/${note}`, { key: as })).status,
      ];
      expect(await statuses(await keyOf('read'))).toEqual([200, 200, 403, 403]);
      expect(await statuses(await keyOf('submit'))).toEqual([403, 403, 403, 403]);
    });

    it('are deleted with their item, and with the history', async () => {
      const external_id = 'ticket:1';
      const id = await create({ title: 'Dark mode', external_id });
      await write(id, SECRET);
      await call('DELETE', `/${id}`);
      for (const path of ['notes', 'history']) expect((await call('GET', `/${id}/${path}`)).status).toBe(404);
      for (;;) {
        const { data } = (await client.call('GET', '/api/v1/events?limit=100', { key })).json;
        if (data.some(({ type }: { type: string }) => type === 'feedback.deleted')) break;
      }
      const database = await service.connectAsAdmin();
      const { rows } = await database.query(
        `SELECT (SELECT count(*)::integer FROM feedback_notes WHERE item_id = $1) AS notes,
           (SELECT count(*)::integer FROM feedback_history WHERE item_id = $1) AS entries`,
        [id],
      );
      expect(rows).toEqual([{ notes: 0, entries: 0 }]);
    });

    it('are in the export of the account, with the ID of their item', async () => {
      const id = await create();
      const note = (await write(id, SECRET)).json.data;
      const { notes } = JSON.parse((await member.get('account/export')).text);
      expect(notes).toEqual([{ feedback_id: id, ...note }]);
    });
  });

  /** history.md 3 */
  describe('notes and history are internal', () => {
    it('no event, webhook, list, export of items, form, or widget has them', async () => {
      const receiver = await Receiver.start();
      await member.post('webhooks', { url: receiver.url, events: ['*'] });
      const id = await create();
      await call('POST', `/${id}/notes`, { body: { text: SECRET } });
      await call('PATCH', `/${id}`, { body: { title: 'Other' } });
      await historyOf(id, 2);
      const received = await receiver.untilReceived(2);
      const slug = member.account.slug;
      const texts = [
        received.map(({ body }) => body).join('\n'),
        (await call('GET', '')).text,
        (await call('GET', `?q=${encodeURIComponent('difficult')}`)).text,
        (await call('GET', `/${id}`)).text,
        (await call('PATCH', `/${id}`, { body: { status: 'planned' } })).text,
        (await call('POST', '/batch', { body: { updates: [{ id, status: 'new' }] } })).text,
        ...(await Promise.all(
          ['json', 'ndjson', 'csv'].map(
            async (format) => (await call('GET', `/export?format=${format}`)).text,
          ),
        )),
        (await client.call('GET', '/api/v1/events', { key })).text,
        (await client.call('GET', `/f/${slug}`)).text,
        (await client.call('GET', '/widget.js')).text,
        (await member.get('feedback')).text,
      ];
      for (const text of texts) {
        expect(text.length).toBeGreaterThan(10);
        expect(text).not.toContain('difficult');
        expect(text).not.toMatch(/"(notes|history|changes)"/);
      }
      expect((await call('GET', '?q=difficult')).json.data).toEqual([]);
      await receiver.stop();
    });
  });
});
