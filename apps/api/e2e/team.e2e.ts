import { untilStatementsWait } from '@libs/postgres/testing';
import { statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import { PASSWORD, type Account, type Settings } from './support/service';
import { memberOf } from './support/team';
import { useService } from './support/use-service';

describe('the team of an account', () => {
  const { service, client } = useService({ TRUST_PROXY: '1' });
  let owner: Dashboard & { account: Account };
  beforeEach(async () => (owner = await Dashboard.forNewAccount(service, client)));
  const member = (role: Parameters<typeof memberOf>[2]['role'], personId?: string) =>
    memberOf(service, client, { accountId: owner.account.id, role, ...(personId && { personId }) });
  const invite = async (body: object, from: Dashboard = owner) => {
    const { status, json } = await from.post('invitations', body);
    expect([status, json.data?.url]).toEqual([201, expect.stringMatching(/\/app\/invite#[\w-]{43}$/)]);
    return { ...json.data, token: json.data.url.split('#')[1] } as Record<'id' | 'token', string>;
  };

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
    it.each([
      ['POST', 'keys', { name: 'Key', permission: 'full' }],
      ['POST', 'invitations', { role: 'admin' }],
      ['PATCH', 'form', { heading: 'New' }],
    ] as const)('cannot use a role that they lose during the request: %s %s', async (method, path, body) => {
      const admin = await member('admin');
      let response: ReturnType<Dashboard['post']> | undefined;
      await service.dataSource.transaction(async (manager) => {
        await manager.query(`UPDATE memberships SET role = 'editor' WHERE person_id = $1`, [admin.personId]);
        response = method === 'POST' ? admin.post(path, body) : admin.patch(path, body);
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

  /** team.md 5 */
  describe('an invitation', () => {
    it('makes a new person a member', async () => {
      const { token, id } = await invite({ role: 'editor', email: 'bo@example.com' });
      const { name } = (await owner.get('account')).json.data;
      const browser = new Dashboard(client);
      expect((await browser.post('invitations/lookup', { token })).json.data).toEqual({
        account: { name },
        role: 'editor',
        email: 'bo@example.com',
        inviter: { name: owner.account.email.split('@')[0] },
        expires_at: expect.any(String),
      });
      const [listed] = (await owner.get('invitations')).json.data;
      expect([listed.id, JSON.stringify(listed).includes(token)]).toEqual([id, false]);
      const email = `bo-${Math.random()}@example.com`;
      const body = { token, name: 'Bo', email, password: PASSWORD };
      const joined = await browser.post('invitations/accept', body);
      expect([joined.status, joined.json.data]).toMatchObject([
        200,
        { account: { id: owner.account.id }, person: { name: 'Bo', email }, role: 'editor' },
      ]);
      expect((await browser.post('feedback', { title: 'Mine' })).status).toBe(201);
      expect(statusAndCode(await new Dashboard(client).post('invitations/accept', body))).toEqual([
        404,
        'invitation_not_found',
      ]);
      expect((await owner.get('invitations')).json.data).toEqual([]);
    });

    it('makes a signed-in person a member, whose session switches', async () => {
      const other = await Dashboard.forNewAccount(service, client);
      const { token } = await invite({ role: 'viewer' });
      const joined = await other.post('invitations/accept', { token });
      expect(joined.json.data).toMatchObject({ account: { id: owner.account.id }, role: 'viewer' });
      const again = await invite({ role: 'admin' });
      const twice = await other.post('invitations/accept', { token: again.token });
      expect(statusAndCode(twice)).toEqual([409, 'already_member']);
      expect(
        statusAndCode(await new Dashboard(client).post('invitations/accept', { token: again.token })),
      ).toEqual([401, 'session_required']);
    });

    it('lets a person without an account sign in again', async () => {
      const { account } = await Dashboard.forNewAccount(service, client);
      const [{ id }] = await service.dataSource.query('SELECT id FROM people WHERE email = $1', [
        account.email,
      ]);
      await member('viewer', id);
      await service.dataSource.query('DELETE FROM memberships WHERE person_id = $1', [id]);
      const { token } = await invite({ role: 'viewer' });
      const browser = new Dashboard(client);
      const accept = (password: string) =>
        browser.post('invitations/accept', { token, email: account.email, password });
      expect(statusAndCode(await accept('wrong'))).toEqual([401, 'invalid_credentials']);
      const joined = await accept(PASSWORD);
      expect(joined.json.data).toMatchObject({ account: { id: owner.account.id }, role: 'viewer' });
      expect((await browser.get('feedback')).status).toBe(200);
    });

    /** team.md 1 */
    it('asks a person whose name a member has for another one', async () => {
      const other = await Dashboard.forNewAccount(service, client);
      const { name } = (await owner.get('person')).json.data;
      expect((await other.patch('person', { name: name.toUpperCase() })).status).toBe(200);
      const { token } = await invite({ role: 'viewer' });
      const accept = (body: object, from: Dashboard = other) =>
        from.post('invitations/accept', { token, ...body });
      const credentials = { email: other.account.email, password: PASSWORD };
      const signedOut = new Dashboard(client);
      for (const taken of [await accept({}), await accept(credentials, signedOut)]) {
        expect(statusAndCode(taken)).toEqual([409, 'name_taken']);
        expect(taken.json.error.details).toMatchObject([{ param: 'new_name', code: 'name_taken' }]);
      }
      const newcomer = { name: `  ${name}`, email: `new-${other.account.email}`, password: PASSWORD };
      const rejected = await accept(newcomer, signedOut);
      expect(rejected.json.error.details).toMatchObject([{ param: 'name', code: 'name_taken' }]);
      const joined = await accept({ ...credentials, new_name: 'Augusta' }, signedOut);
      expect(joined.json.data).toMatchObject({
        account: { id: owner.account.id },
        person: { name: 'Augusta' },
      });
    });

    it('is refused after it was revoked, and to a taken email address', async () => {
      const { token, id } = await invite({ role: 'viewer' });
      const body = { token, name: 'Bo', email: owner.account.email, password: PASSWORD };
      const browser = new Dashboard(client);
      expect(statusAndCode(await browser.post('invitations/accept', body))).toEqual([409, 'email_taken']);
      const incomplete = await browser.post('invitations/accept', { token, name: 'Bo' });
      expect(incomplete.json.error.details.map(({ param }: { param: string }) => param)).toEqual([
        'email',
        'password',
      ]);
      expect((await owner.delete(`invitations/${id}`)).status).toBe(204);
      for (const path of ['invitations/lookup', 'invitations/accept']) {
        expect(statusAndCode(await owner.post(path, { token }))).toEqual([404, 'invitation_not_found']);
      }
      expect(statusAndCode(await owner.delete(`invitations/${id}`))).toEqual([404, 'invitation_not_found']);
    });

    it('cannot give more than the role of the inviter, and ends with it', async () => {
      const admin = await member('admin');
      expect(statusAndCode(await admin.post('invitations', { role: 'owner' }))).toEqual([
        403,
        'role_required',
      ]);
      const { token } = await invite({ role: 'admin' }, admin);
      await owner.delete(`members/${admin.personId}`);
      const lookup = await new Dashboard(client).post('invitations/lookup', { token });
      expect(statusAndCode(lookup)).toEqual([404, 'invitation_not_found']);
    });

    it('cannot be guessed often from one IP address', async () => {
      const ip = { 'x-forwarded-for': '192.0.2.1' };
      const guess = () => new Dashboard(client).post('invitations/lookup', { token: 'x' }, ip);
      for (let n = 0; n < 30; n++) expect((await guess()).status).toBe(404);
      expect((await guess()).status).toBe(429);
    });
  });
});
