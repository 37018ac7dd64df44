import { SecurityLogUseCases } from '@libs/accounts';
import type { SecurityLogEntry } from '@libs/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { runOperator } from '../src/operator/run-operator';
import { Client } from './support/client';
import { Dashboard } from './support/dashboard';
import { LOCAL_WEBHOOKS } from './support/receiver';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';

const NEW_PASSWORD = 'eight loud lanterns';

/** dashboard.md 13 */
describe('the security log', () => {
  const { service, client } = useService(LOCAL_WEBHOOKS);

  const signUp = async () => {
    const dashboard = new Dashboard(client);
    const email = `ada-${Math.random().toString(36).slice(2)}@example.com`;
    const { json } = await dashboard.post('sign-up', { name: 'Acme', email, password: PASSWORD });
    return Object.assign(dashboard, {
      email,
      ids: json.data as Record<'account' | 'person', { id: string }>,
    });
  };
  const entries = async (dashboard: Dashboard, query = 'limit=100'): Promise<SecurityLogEntry[]> =>
    (await dashboard.get(`security-log?${query}`)).json.data;
  const types = async (dashboard: Dashboard) =>
    (await entries(dashboard)).map(({ type, subject: { name } }) =>
      name === null ? type : `${type} ${name}`,
    );
  /** Types that were recorded after sign-up, oldest first. */
  const recorded = async (dashboard: Dashboard) => (await types(dashboard)).toReversed().slice(1);
  const deleteSince = async (dashboard: Dashboard, path: string) =>
    expect((await dashboard.delete(path)).status).toBe(204);

  it('contains who did something, when, and from which IP address', async () => {
    const owner = await signUp();
    const before = Date.now();
    const { json: key } = await owner.post('keys', { name: 'Website', permission: 'full' });
    const [entry] = await entries(owner);
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'api_key.created',
      created_at: expect.any(String),
      actor: { type: 'owner', id: owner.ids.person.id },
      ip_address: '127.0.0.1',
      subject: { id: key.data.id, name: 'Website' },
    });
    expect(Date.parse(entry!.created_at)).toBeGreaterThanOrEqual(before);
    const text = JSON.stringify(await entries(owner));
    for (const secret of [key.data.secret, PASSWORD, owner.cookie.split('=')[1]!, owner.email]) {
      expect(text).not.toContain(secret);
    }
  });

  it('contains the address of a client that has disconnected', async () => {
    const owner = await signUp();
    const { json: key } = await owner.post('keys', { name: 'Website', permission: 'full' });
    const leaving = Object.assign(new Dashboard(new Client(service, true, false)), { cookie: owner.cookie });
    const arrived = service.nextRequest();
    const lost = expect(leaving.delete(`keys/${key.data.id}`)).rejects.toThrow();
    (await arrived).socket.destroy();
    await lost;
    while ((await entries(owner))[0]!.type !== 'api_key.revoked') await sleep(20);
    expect((await entries(owner))[0]).toMatchObject({ ip_address: '127.0.0.1' });
  });

  it('records sign-up, sign-ins, and changes of the account', async () => {
    const owner = await signUp();
    await owner.signIn(owner.email);
    await owner.reauthenticate();
    expect((await owner.patch('person', { name: 'New', email: `new-${owner.email}` })).status).toBe(200);
    expect((await owner.post('person/password', { password: NEW_PASSWORD })).status).toBe(200);
    const other = new Dashboard(client);
    await other.signIn(`new-${owner.email}`, NEW_PASSWORD);
    await deleteSince(owner, 'sessions');
    const slug = `slug-${Date.now()}`;
    expect((await owner.patch('form', { slug })).status).toBe(200);
    expect((await owner.get('account/export')).status).toBe(200);
    await deleteSince(owner, 'session');
    await owner.signIn(`new-${owner.email}`, NEW_PASSWORD);
    expect((await types(owner)).toReversed()).toEqual([
      'account.created',
      'owner.signed_in',
      'owner.email_changed',
      'owner.password_changed',
      'owner.signed_in',
      'session.ended',
      `form.slug_changed ${slug}`,
      'account.exported',
      'owner.signed_in',
    ]);
  });

  it('records changes of keys and webhooks, by a member and by a key', async () => {
    const owner = await signUp();
    const { json: key } = await owner.post('keys', { name: 'Website', permission: 'full' });
    const { json: successor } = await owner.post(`keys/${key.data.id}/rotate`, { overlap_seconds: 3600 });
    const webhooks = 'http://127.0.0.1:4001/hooks';
    const { json: webhook } = await owner.post('webhooks', { url: webhooks, events: ['*'] });
    await owner.patch(`webhooks/${webhook.data.id}`, { description: 'Sync' });
    await owner.patch(`webhooks/${webhook.data.id}`, { url: 'http://127.0.0.1:4002/hooks' });
    const path = `/api/v1/webhooks/${webhook.data.id}`;
    const headers = { 'x-api-key': successor.data.secret };
    expect((await client.call('POST', `${path}/rotate-secret`, { headers, body: {} })).status).toBe(200);
    expect((await client.call('DELETE', path, { headers })).status).toBe(204);
    await deleteSince(owner, `keys/${key.data.id}`);
    expect(await recorded(owner)).toEqual([
      'api_key.created Website',
      'api_key.rotated Website',
      'webhook.created 127.0.0.1:4001',
      'webhook.url_changed 127.0.0.1:4002',
      'webhook.secret_rotated 127.0.0.1:4002',
      'webhook.deleted 127.0.0.1:4002',
      'api_key.revoked Website',
    ]);
    const { actor, ip_address, subject } = (await entries(owner))[1]!;
    expect({ actor, ip_address, subject }).toEqual({
      actor: { type: 'api_key', id: successor.data.id },
      ip_address: '127.0.0.1',
      subject: { id: webhook.data.id, name: '127.0.0.1:4002' },
    });
  });

  it('records exports, imports, and deletions of many items, and no reads and changes of items', async () => {
    const owner = await signUp();
    const { json: key } = await owner.post('keys', { name: 'Website', permission: 'full' });
    const headers = { 'x-api-key': key.data.secret };
    const api = (method: string, path: string, body?: unknown, more: object = {}) =>
      client.call(method, `/api/v1/${path}`, { headers: { ...headers, ...more }, body });
    const { json: item } = await api('POST', 'feedback', { title: 'One' });
    await api('GET', 'feedback');
    await api('DELETE', `feedback/${item.data.id}`);
    const csv = { 'content-type': 'text/csv' };
    for (const query of ['', '?dry_run=true'])
      expect((await api('POST', `feedback/import${query}`, 'title\nTwo\nThree\n', csv)).status).toBe(200);
    expect((await api('HEAD', 'feedback/export')).status).toBe(200);
    expect((await api('GET', 'feedback/export?format=csv')).status).toBe(200);
    expect((await api('GET', 'feedback/export?format=xml')).status).toBe(400);
    expect((await owner.get('feedback/export?format=json')).status).toBe(200);
    const { json: page } = await owner.get('feedback');
    const removal = { items: [{ id: page.data[0].id, version: 1 }] };
    for (let n = 0; n < 2; n++) {
      expect((await owner.post('feedback/batch/delete', removal)).status).toBe(200);
    }
    const { json: imports } = await owner.get('imports');
    for (let n = 0; n < 2; n++) {
      expect((await owner.delete(`imports/${imports.data[0].id}`)).status).toBe(200);
    }
    expect((await recorded(owner)).slice(1)).toEqual([
      'feedback.imported 2',
      'feedback.exported csv',
      'feedback.exported json',
      'feedback.deleted 1',
      'feedback.import_undone',
    ]);
  });

  it('records operator commands', async () => {
    const owner = await signUp();
    const { json } = await owner.get('account');
    const run = async (...args: string[]) => {
      const lines: string[] = [];
      const io = {
        env: service.operatorEnv,
        input: process.stdin,
        out: (text: string) => void lines.push(text),
        err: (text: string) => void lines.push(text),
      };
      expect([await runOperator(args, io), lines.join('')]).toEqual([0, expect.any(String)]);
      return lines.join('');
    };
    const account = ['--account', json.data.slug];
    await run('set-plan', ...account, '--plan', 'pro');
    const issued = JSON.parse(await run('issue-key', ...account, '--name', 'Server', '--json'));
    await run('revoke-key', ...account, '--id', issued.id);
    await run('reset-password', '--email', owner.email, '--password', NEW_PASSWORD);
    await owner.signIn(owner.email, NEW_PASSWORD);
    expect((await recorded(owner)).slice(0, -1)).toEqual([
      'account.plan_changed pro',
      'api_key.created Server',
      'api_key.revoked Server',
      `owner.password_reset ${owner.email.split('@')[0]}`,
    ]);
    const { actor, ip_address } = (await entries(owner))[1]!;
    expect({ actor, ip_address }).toEqual({ actor: { type: 'system' }, ip_address: null });
  });

  it('records up to 10 failed sign-ins per hour, of the account only', async () => {
    const [owner, other] = [await signUp(), await signUp()];
    for (let n = 0; n < 12; n++) {
      const attempt = { email: owner.email, password: `wrong password ${n}` };
      const device = { headers: { cookie: n < 8 ? owner.device : undefined } };
      await new Dashboard(client).call('POST', 'session', { body: attempt, ...device });
    }
    while ((await entries(owner)).length < 11) await sleep(10);
    const [failure] = await entries(owner);
    expect(failure).toMatchObject({
      type: 'owner.sign_in_failed',
      actor: { type: 'visitor' },
      ip_address: '127.0.0.1',
    });
    expect(await entries(owner)).toHaveLength(11);
    expect(await types(other)).toEqual(['account.created']);
  });

  it('returns pages of one account, newest first, and rejects invalid parameters', async () => {
    const [owner, other] = [await signUp(), await signUp()];
    for (const name of ['One', 'Two', 'Three']) await owner.post('keys', { name, permission: 'read' });
    const all = await entries(owner);
    expect(all.map(({ subject }) => subject.name)).toEqual(['Three', 'Two', 'One', null]);
    const { json: first } = await owner.get('security-log?limit=3');
    expect(first).toEqual({
      data: all.slice(0, 3),
      pagination: { limit: 3, has_more: true, next_cursor: expect.any(String) },
    });
    const { json: second } = await owner.get(`security-log?limit=3&cursor=${first.pagination.next_cursor}`);
    expect(second).toEqual({
      data: all.slice(3),
      pagination: { limit: 3, has_more: false, next_cursor: null },
    });
    expect(await entries(other)).toHaveLength(1);
    const foreign = await other.get(`security-log?cursor=${first.pagination.next_cursor}`);
    expect([foreign.status, foreign.json.error.code]).toEqual([400, 'invalid_parameter']);
    for (const query of ['cursor=abc', 'limit=0', 'limit=101', 'page=2', `cursor=${all[0]!.id}`]) {
      expect([query, (await owner.get(`security-log?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await client.call('GET', '/app/api/security-log')).status).toBe(401);
  });

  it('keeps events for 90 days', async () => {
    const owner = await signUp();
    const { id } = owner.ids.account;
    const days = async (age: string) =>
      service.dataSource.transaction(async (manager) => {
        await manager.query(`SELECT set_config('app.account_id', $1, true)`, [id]);
        await manager.query(
          `UPDATE security_events SET created_at = now() - interval '${age}' WHERE account_id = $1`,
          [id],
        );
      });
    const log = service.get(SecurityLogUseCases);
    await days('89 days 23 hours');
    await log.removeOld();
    expect(await entries(owner)).toHaveLength(1);
    await days('90 days 1 second');
    await log.removeOld();
    expect(await entries(owner)).toEqual([]);
  });
});
