import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SessionUseCases } from '@libs/accounts';
import { FeedbackUseCases, newFeedbackRule, QuarantineUseCases } from '@libs/feedback';
import { SYSTEM, parse } from '@libs/kernel';
import { RemovedAccountsSweep } from '../src/account/removed-accounts-sweep';
import { errorOf, issuesOf } from './support/client';
import { Dashboard } from './support/dashboard';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';

/** dashboard.md 8 */
describe('/app/api/sign-up and /app/api/account', () => {
  const { service, client } = useService();

  describe('settings', () => {
    it('change the names, and the email address only after reauthentication', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { email, slug } = dashboard.account;
      const storage = { used_bytes: 0, limit_bytes: 5_000_000_000 };
      const unchanged = { slug, plan: 'free', require_second_factor: false, storage };
      const name = (await dashboard.get('account')).json.data.name;
      expect((await dashboard.get('account')).json).toEqual({ data: { name, ...unchanged } });
      expect((await dashboard.get('person')).json).toEqual({
        data: { name: expect.any(String), email, email_confirmed: true, pending_email: null },
      });
      const renamed = await dashboard.patch('account', { name: ' Acme 2 ' });
      expect(renamed.json).toEqual({ data: { name: 'Acme 2', ...unchanged } });
      const grace = await dashboard.patch('person', { name: ' Grace ', email });
      expect(grace.json).toEqual({
        data: { name: 'Grace', email, email_confirmed: true, pending_email: null },
      });
      const next = `next-${Math.random()}@example.com`;
      const early = await dashboard.patch('person', { name: 'Ada', email: next });
      expect(errorOf(early)).toEqual([403, 'permission_error', 'reauthentication_required']);
      expect((await dashboard.get('person')).json.data.name).toBe('Grace');
      await dashboard.reauthenticate();
      const moved = await dashboard.patch('person', { name: 'Ada', email: next });
      expect(moved.json.data).toEqual({
        name: 'Ada',
        email: next,
        email_confirmed: true,
        pending_email: null,
      });
      expect((await dashboard.get('session')).json.data).toMatchObject({
        account: { name: 'Acme 2' },
        person: { name: 'Ada', email: next },
      });
      const old = await new Dashboard(client).post('session', { email, password: PASSWORD });
      expect(old.status).toBe(401);
      await new Dashboard(client).signIn(next);
      expect((await dashboard.patch('account', {})).json.data.name).toBe('Acme 2');
      expect((await dashboard.patch('person', {})).json.data.name).toBe('Ada');
    });

    it('reject an email address in use and invalid fields, and change nothing', async () => {
      const { account: other } = await Dashboard.forNewAccount(service, client);
      const dashboard = await Dashboard.forNewAccount(service, client);
      const before = (await dashboard.get('person')).json;
      await dashboard.reauthenticate();
      const taken = await dashboard.patch('person', { name: 'New', email: other.email.toUpperCase() });
      expect(errorOf(taken)).toEqual([409, 'conflict_error', 'email_taken']);
      expect(issuesOf(taken)).toEqual(['email email_taken']);
      const invalid = await dashboard.patch('person', { name: 'x'.repeat(101), email: 'nobody' });
      expect(issuesOf(invalid)).toEqual(['name too_long', 'email invalid_format']);
      expect(issuesOf(await dashboard.patch('account', { name: '' }))).toHaveLength(1);
      const foreign = await dashboard.patch('account', { slug: 'x', plan: 'pro', id: 'y' });
      expect(issuesOf(foreign)).toEqual(['slug read_only_field', 'plan read_only_field', 'id unknown_field']);
      expect(issuesOf(await dashboard.patch('person', { password: 'x' }))).toEqual([
        'password read_only_field',
      ]);
      expect((await dashboard.get('person')).json).toEqual(before);
      expect((await dashboard.get('account')).json.data).toMatchObject({
        name: expect.stringMatching(/^Acme/),
        plan: 'free',
      });
    });

    it('change the password only after reauthentication, and end all other sessions', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { email } = dashboard.account;
      const otherBrowser = new Dashboard(client);
      await otherBrowser.signIn(email);
      const password = 'tea at three in the garden';
      const change = (given: string) => dashboard.post('person/password', { password: given });
      expect(errorOf(await change(password))).toEqual([403, 'permission_error', 'reauthentication_required']);
      await dashboard.reauthenticate();
      expect(issuesOf(await change('short'))).toEqual(['password too_short']);
      expect(issuesOf(await change('Sunshine2026'))).toEqual(['password invalid_value']);
      const before = dashboard.cookie;
      const response = await change(password);
      expect(response.status).toBe(200);
      expect(response.json.data.person.email).toBe(email);
      expect(dashboard.cookie).not.toBe(before);
      expect((await dashboard.get('session')).status).toBe(200);
      expect((await dashboard.call('GET', 'session', { headers: { cookie: before } })).status).toBe(401);
      expect((await otherBrowser.get('session')).status).toBe(401);
      expect(errorOf(await change('another one altogether'))[2]).toBe('reauthentication_required');
      expect((await new Dashboard(client).post('session', { email, password: PASSWORD })).status).toBe(401);
      await new Dashboard(client).signIn(email, password);
    });
  });

  describe('deletion', () => {
    it('requires reauthentication and deletes all data of the account, but no data of others', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const otherOwner = await Dashboard.forNewAccount(service, client);
      const { id, slug, key, email } = dashboard.account;
      for (const account of [dashboard.account, otherOwner.account]) {
        const response = await client.call('POST', '/api/v1/feedback', {
          key: account.key,
          body: { title: 'T' },
        });
        expect(response.status).toBe(201);
      }
      expect(errorOf(await dashboard.delete('account'))[2]).toBe('reauthentication_required');
      await dashboard.reauthenticate();
      const { cookie } = dashboard;
      const response = await dashboard.delete('account');
      expect([response.status, response.text]).toEqual([204, '']);
      expect(response.headers['clear-site-data']).toBe('"cache","cookies","storage"');
      expect((await dashboard.call('GET', 'session', { headers: { cookie } })).status).toBe(401);
      expect((await client.call('GET', '/api/v1/feedback', { key })).json.error.code).toBe('api_key_invalid');
      expect((await client.call('GET', `/f/${slug}`)).status).toBe(404);
      expect((await new Dashboard(client).post('session', { email, password: PASSWORD })).status).toBe(401);
      for (const table of ['owners', 'sessions', 'api_keys']) {
        const sql = `SELECT FROM ${table} WHERE account_id = $1`;
        expect([table, await service.dataSource.query(sql, [id])]).toEqual([table, []]);
      }
      expect(await itemsOf(id)).toEqual([0, 0]);
      expect(await itemsOf(otherOwner.account.id)).toEqual([1, 0]);
      expect((await otherOwner.get('session')).status).toBe(200);
    });

    /** dashboard.md 8 */
    it('opens another account of the person, whose session and data remain', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { id: first } = dashboard.account;
      const { id: second } = (await dashboard.post('accounts', { name: 'Second' })).json.data.account;
      await dashboard.reauthenticate();
      const response = await dashboard.delete('account');
      expect([response.status, response.json.data.account.id]).toEqual([200, first]);
      expect(response.json.data.accounts).toHaveLength(1);
      expect(response.headers['clear-site-data']).toBe('"cache","storage"');
      expect((await dashboard.get('session')).json.data.account.id).toBe(first);
      expect(errorOf(await dashboard.delete('account'))[2]).toBe('reauthentication_required');
      const sql = 'SELECT FROM accounts WHERE id = $1';
      expect(await service.dataSource.query(sql, [second])).toEqual([]);
    });

    /** dashboard.md 8 */
    it('opens the first of the other accounts that is not suspended', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const another = async (name: string) => (await dashboard.post('accounts', { name })).json.data.account;
      const [suspended, open] = [await another('Second'), await another('Third')];
      await dashboard.post('session/account', { account_id: dashboard.account.id });
      await service.administration.suspend(suspended.slug, SYSTEM);
      await dashboard.reauthenticate();
      const response = await dashboard.delete('account');
      expect([response.status, response.json.data?.account.id]).toEqual([200, open.id]);
    });

    it.each(['the person is no member of the other account now', 'the session ended'])(
      'signs out if %s',
      async (reason) => {
        const dashboard = await Dashboard.forNewAccount(service, client);
        const { account: other } = await Dashboard.forNewAccount(service, client);
        if (reason === 'the session ended') await dashboard.post('accounts', { name: 'Second' });
        await dashboard.reauthenticate();
        const sessions = service.get(SessionUseCases);
        const accountsOf = sessions.accountsOf.bind(sessions);
        jest.spyOn(sessions, 'accountsOf').mockImplementationOnce(async (personId) => {
          const accounts = await accountsOf(personId);
          if (reason === 'the session ended') {
            await service.dataSource.query('DELETE FROM sessions WHERE person_id = $1', [personId]);
            return accounts;
          }
          return accounts.map((one) => ({ ...one, account: { ...one.account, id: other.id } }));
        });
        const response = await dashboard.delete('account');
        expect([response.status, response.text]).toEqual([204, '']);
        expect(response.headers['clear-site-data']).toBe('"cache","cookies","storage"');
      },
    );

    it('is completed by the sweep for items that were written after it', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { account: otherAccount } = await Dashboard.forNewAccount(service, client);
      const { id } = dashboard.account;
      await dashboard.reauthenticate();
      expect((await dashboard.delete('account')).status).toBe(204);
      const late = parse(newFeedbackRule, { title: 'Late' });
      for (const accountId of [id, otherAccount.id]) {
        await service.get(FeedbackUseCases).submit(accountId, late, 'api', SYSTEM);
        await service.get(QuarantineUseCases).quarantine(accountId, late, 'form', 'token_forged');
      }
      await service.get(RemovedAccountsSweep).run();
      expect(await itemsOf(id)).toEqual([0, 0]);
      expect(await itemsOf(otherAccount.id)).toEqual([1, 1]);
    });

    it('rejects requests whose bodies are still being sent', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { id, key, email } = dashboard.account;
      const otherBrowser = new Dashboard(client);
      await otherBrowser.signIn(email);
      await dashboard.reauthenticate();
      const session = { cookie: otherBrowser.cookie, 'sec-fetch-site': 'same-origin' };
      const item = { title: 'Too late' };
      const pending = [
        await startRequest('/api/v1/feedback', { 'x-api-key': key }, item),
        await startRequest('/app/api/feedback', session, item),
        await startRequest('/app/api/keys', session, { name: 'Too late', permission: 'full' }),
      ];
      // From 100 ms on, a request is slow, and its credentials are checked again.
      await sleep(110);
      expect((await dashboard.delete('account')).status).toBe(204);
      const responses = await Promise.all(pending.map((finish) => finish()));
      expect(responses).toEqual(['api_key_invalid', 'session_required', 'session_required']);
      expect(await itemsOf(id)).toEqual([0, 0]);
    });

    /** Sends the first byte of a request body. The returned function sends the rest and returns the error code. */
    async function startRequest(path: string, headers: Record<string, string>, body: object) {
      const text = JSON.stringify(body);
      const length = Buffer.byteLength(text);
      const outgoing = request(service.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
      });
      const response = once(outgoing, 'response') as Promise<[IncomingMessage]>;
      const arrived = service.nextRequest();
      outgoing.write(text.slice(0, 1));
      await arrived;
      return async (): Promise<string | undefined> => {
        outgoing.end(text.slice(1));
        const [incoming] = await response;
        return ((await json(incoming)) as { error?: { code: string } }).error?.code;
      };
    }

    /** Counts feedback and quarantined items that row-level security shows to this account. */
    async function itemsOf(accountId: string): Promise<number[]> {
      return service.dataSource.transaction(async (manager) => {
        await manager.query(`SELECT set_config('app.account_id', $1, true)`, [accountId]);
        const counts: number[] = [];
        for (const table of ['feedback', 'quarantined_feedback']) {
          const [{ n }] = await manager.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${table}`);
          counts.push(n);
        }
        return counts;
      });
    }
  });
});
