import { untilStatementsWait } from '@libs/postgres/testing';
import { statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import { LOCAL_WEBHOOKS } from './support/receiver';
import { PASSWORD, type Account, type Settings } from './support/service';
import { addMembersTo } from './support/team';
import { useService } from './support/use-service';

describe('the team of an account', () => {
  const { service, client } = useService(LOCAL_WEBHOOKS);
  let owner: Dashboard & { account: Account };
  beforeEach(async () => (owner = await Dashboard.forNewAccount(service, client)));
  const member = addMembersTo(service, client, () => owner.account);

  /** team.md 3 */
  describe('members', () => {
    it('are listed with former members, changed, and removed', async () => {
      const editor = await member('editor');
      const viewer = await member('viewer');
      const { json } = await viewer.get('members');
      expect(json.former).toEqual([]);
      expect(json.data.map(({ role }: { role: string }) => role)).toEqual(['owner', 'editor', 'viewer']);
      expect(json.data[1]).toEqual({
        id: editor.personId,
        name: 'The editor',
        email: editor.email,
        role: 'editor',
        joined_at: expect.any(String),
      });
      expect((await owner.patch(`members/${editor.personId}`, { role: 'viewer' })).status).toBe(204);
      expect(statusAndCode(await editor.post('feedback', { title: 'x' }))).toEqual([403, 'role_required']);
      expect((await owner.delete(`members/${editor.personId}`)).status).toBe(204);
      expect(statusAndCode(await editor.get('feedback'))).toEqual([401, 'session_required']);
      expect((await viewer.get('members')).json.former).toEqual([
        { id: editor.personId, name: 'The editor' },
      ]);
      expect(statusAndCode(await owner.delete(`members/${editor.personId}`))).toEqual([
        404,
        'member_not_found',
      ]);
      expect(statusAndCode(await owner.patch('members/x', { role: 'admin' }))).toEqual([
        404,
        'member_not_found',
      ]);
    });

    /** team.md 1 */
    it('cannot take the name of another member, and keep one that they share', async () => {
      const first = await member('viewer');
      await member('viewer');
      const { email } = first;
      expect((await first.patch('person', { name: 'The viewer', email })).status).toBe(200);
      await member('editor');
      const taken = await first.patch('person', { name: 'the  EDITOR' });
      expect(statusAndCode(taken)).toEqual([409, 'name_taken']);
      expect(taken.json.error.details).toMatchObject([{ param: 'name', code: 'name_taken' }]);
    });

    it('leave, and the last owner passes on the ownership first', async () => {
      const { id } = (await owner.get('session')).json.data.person;
      const admin = await member('admin');
      expect(statusAndCode(await owner.delete('membership'))).toEqual([409, 'last_owner']);
      expect(statusAndCode(await owner.patch(`members/${id}`, { role: 'admin' }))).toEqual([
        409,
        'last_owner',
      ]);
      expect(statusAndCode(await admin.patch(`members/${id}`, { role: 'admin' }))).toEqual([
        403,
        'role_required',
      ]);
      expect((await owner.patch(`members/${admin.personId}`, { role: 'owner' })).status).toBe(204);
      expect((await owner.patch(`members/${id}`, { role: 'admin' })).status).toBe(204);
      expect((await owner.get('session')).json.data.role).toBe('admin');
      const left = await owner.delete('membership');
      expect([left.status, owner.cookie]).toEqual([204, '']);
      const again = await new Dashboard(client).post('session', {
        email: owner.account.email,
        password: PASSWORD,
      });
      expect(statusAndCode(again)).toEqual([403, 'no_account']);
      expect(again.headers).not.toHaveProperty('set-cookie');
    });

    /** team.md 2 */
    it.each<[string, object]>([
      ['keys', { name: 'Key', permission: 'full' }],
      ['webhooks', { url: 'http://127.0.0.1:4002/hooks', events: ['*'] }],
    ])('cannot use a role for %s that they lose during the request', async (path, body) => {
      const admin = await member('admin');
      let response: ReturnType<Dashboard['post']> | undefined;
      await service.dataSource.transaction(async (manager) => {
        await manager.query(`UPDATE memberships SET role = 'editor' WHERE person_id = $1`, [admin.personId]);
        response = admin.post(path, body);
        await untilStatementsWait(service.dataSource);
      });
      expect(statusAndCode(await response!)).toEqual([403, 'role_required']);
    });

    it('lose open streams after they are removed', async () => {
      const viewer = await member('viewer');
      const stream = await EventStreamClient.get(`${service.origin}/app/api/events`, {
        cookie: viewer.cookie,
      });
      expect(stream.status).toBe(200);
      await owner.delete(`members/${viewer.personId}`);
      await stream.untilEnded();
    });

    it('can create keys and webhooks as an admin', async () => {
      const admin = await member('admin');
      const key = await admin.post('keys', { name: 'Sync', permission: 'full' });
      expect([key.status, key.json.data.created_by ?? admin.personId]).toEqual([201, admin.personId]);
      await owner.delete(`members/${admin.personId}`);
      const { status } = await client.call('GET', '/api/v1/key', { key: key.json.data.secret });
      expect(status).toBe(200);
    });
  });

  /** team.md 4 */
  describe('a person with several accounts', () => {
    it('switches, and a page of the other account changes nothing', async () => {
      const other = await Dashboard.forNewAccount(service, client);
      const { id: personId } = (await other.get('session')).json.data.person;
      await member('editor', personId);
      const here = other.account.id;
      const there = owner.account.id;
      const { json } = await other.get('session');
      expect(json.data.accounts).toMatchObject([
        { id: here, role: 'owner' },
        { id: there, role: 'editor' },
      ]);
      const switched = await other.post('session/account', { account_id: there });
      expect(switched.json.data).toMatchObject({ account: { id: there }, role: 'editor' });
      const stale = { 'x-account-id': here };
      const refused = await other.post('feedback', { title: 'Stale' }, stale);
      expect(statusAndCode(refused)).toEqual([409, 'account_switched']);
      expect(statusAndCode(await other.call('GET', 'feedback', { headers: stale }))).toEqual([
        409,
        'account_switched',
      ]);
      const created = await other.post('feedback', { title: 'Here' }, { 'x-account-id': there });
      expect(created.status).toBe(201);
      expect((await owner.get('feedback')).json.data).toMatchObject([{ title: 'Here' }]);
      expect(statusAndCode(await other.patch('account', { name: 'Mine' }))).toEqual([403, 'role_required']);
      const back = await other.post('session/account', { account_id: here });
      expect(back.json.data).toMatchObject({ account: { id: here }, role: 'owner' });
      expect((await other.get('feedback')).json.data).toEqual([]);
    });

    it('cannot switch to an account of others', async () => {
      const other = await Dashboard.forNewAccount(service, client);
      for (const id of [owner.account.id, 'x', '']) {
        const response = await other.post('session/account', { account_id: id });
        expect(statusAndCode(response)).toEqual([404, 'account_not_found']);
      }
      expect((await other.get('session')).json.data.account.id).toBe(other.account.id);
    });
  });

  /** team.md 4 */
  describe('another account', () => {
    it('belongs to the person who creates it, and is the current one', async () => {
      const viewer = await member('viewer');
      const { id: personId } = (await viewer.get('session')).json.data.person;
      const created = await viewer.post('accounts', { name: ' Side project ' });
      const { account, role, accounts } = created.json.data;
      expect([created.status, account.name, account.plan, role]).toEqual([
        201,
        'Side project',
        'free',
        'owner',
      ]);
      expect(account.slug).toMatch(/^side-project/);
      expect(accounts).toMatchObject([
        { id: owner.account.id, role: 'viewer' },
        { id: account.id, role: 'owner' },
      ]);
      const { json } = await viewer.get('session');
      expect(json.data).toEqual(created.json.data);
      expect((await viewer.get('members')).json.data).toMatchObject([{ id: personId, role: 'owner' }]);
      const log = (await viewer.get('security-log')).json.data as { type: string }[];
      expect(log.map(({ type }) => type)).toEqual(['account.created']);
      expect((await owner.get('session')).json.data.accounts).toHaveLength(1);
    });

    it('needs a name', async () => {
      const missing = await owner.post('accounts', {});
      expect(statusAndCode(missing)).toEqual([400, 'missing_required_field']);
      expect(statusAndCode(await owner.post('accounts', { name: 'x', slug: 'x' }))).toEqual([
        400,
        'unknown_field',
      ]);
      expect((await owner.get('session')).json.data.accounts).toHaveLength(1);
    });

    describe.each<[Settings, unknown[]]>([
      [{ SIGN_UP_PER_HOUR: '1' }, [true, [201, undefined], [429, 'rate_limit_exceeded']]],
      [{ SIGN_UP: 'closed' }, [false, [403, 'sign_up_closed'], [403, 'sign_up_closed']]],
    ])('with %j', (settings, expected) => {
      const strict = useService(settings);

      it('is limited like sign-up, and not created if sign-up is closed', async () => {
        const dashboard = await Dashboard.forNewAccount(strict.service, strict.client);
        const isAllowed = (await dashboard.get('session')).json.data.can_create_accounts;
        const results = [];
        for (const name of ['One', 'Two'])
          results.push(statusAndCode(await dashboard.post('accounts', { name })));
        expect([isAllowed, ...results]).toEqual(expected);
      });
    });
  });
});
