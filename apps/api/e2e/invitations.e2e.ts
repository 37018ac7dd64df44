import { statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { PASSWORD, type Account } from './support/service';
import { addMembersTo } from './support/team';
import { useService } from './support/use-service';

describe('the team of an account', () => {
  const { service, client } = useService({ TRUST_PROXY: '1' });
  let owner: Dashboard & { account: Account };
  beforeEach(async () => (owner = await Dashboard.forNewAccount(service, client)));
  const member = addMembersTo(service, client, () => owner.account);
  const invite = async (body: object, from: Dashboard = owner) => {
    const { status, json } = await from.post('invitations', body);
    expect([status, json.data?.url]).toEqual([201, expect.stringMatching(/\/app\/invite#[\w-]{43}$/)]);
    return { ...json.data, token: json.data.url.split('#')[1] } as Record<'id' | 'token', string>;
  };

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
