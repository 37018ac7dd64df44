import { SYSTEM } from '@libs/kernel';
import { docUrl } from './support/client';
import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import { callTool } from './support/mcp';
import { PASSWORD, type Account } from './support/service';
import { useService } from './support/use-service';

const SUSPENDED = {
  type: 'permission_error',
  message: 'This account is suspended. Contact the operator of this service.',
  code: 'account_suspended',
  doc_url: docUrl('account_suspended'),
  request_id: expect.any(String),
};

/** operator.md 7 */
describe('a suspended account', () => {
  const { service, client } = useService({ AUTH_FAILURES_PER_MINUTE: '4' });
  let account: Account;
  beforeEach(async () => (account = await service.account()));
  const suspend = () => service.administration.suspend(account.slug, SYSTEM);
  const resume = () => service.administration.resume(account.slug, SYSTEM);

  it('gets 403 for its keys, which count as invalid keys, until it is resumed', async () => {
    await suspend();
    const list = () => client.call('GET', '/api/v1/feedback', { key: account.key });
    const response = await list();
    expect([response.status, response.json]).toEqual([403, { error: SUSPENDED }]);
    expect(response.headers).not.toHaveProperty('ratelimit');
    const { status, json } = await callTool(client, account.key, 'list_feedback', {});
    expect([status, json]).toEqual([403, { error: SUSPENDED }]);
    await list();
    await list();
    const limited = await list();
    expect([limited.status, limited.json.error.code]).toEqual([429, 'too_many_auth_failures']);
    await resume();
    expect((await list()).status).toBe(200);
  });

  it('gets no more live events, also in the dashboard', async () => {
    const dashboard = new Dashboard(client);
    await dashboard.signIn(account.email);
    const streams = [
      await EventStreamClient.open(service.origin, account.key),
      await EventStreamClient.get(`${service.origin}/app/api/events`, { cookie: dashboard.cookie }),
    ];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    await suspend();
    await Promise.all(streams.map((stream) => stream.untilEnded()));
  });

  it('has no session, and its owner cannot sign in, until it is resumed', async () => {
    const dashboard = new Dashboard(client);
    await dashboard.signIn(account.email);
    await suspend();
    expect((await dashboard.get('session')).json.error.code).toBe('session_required');
    const signIn = (password: string) =>
      new Dashboard(client).call('POST', 'session', { body: { email: account.email, password } });
    const response = await signIn(PASSWORD);
    expect([response.status, response.json]).toEqual([403, { error: SUSPENDED }]);
    expect(response.headers).not.toHaveProperty('set-cookie');
    expect((await signIn('wrong')).json.error.code).toBe('invalid_credentials');
    await resume();
    expect((await dashboard.get('session')).status).toBe(200);
  });

  it('has no public page and accepts no submission until it is resumed', async () => {
    const form = `/f/${account.slug}`;
    const submit = () => client.call('POST', form, { body: { title: 'Spam' } });
    await suspend();
    for (const path of [form, `${form}/thanks`, `${form}/widget`, `${form}/token`]) {
      const response = await client.call('GET', path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.text).not.toContain('Acme');
    }
    expect((await submit()).json.error.code).toBe('form_not_found');
    await resume();
    expect((await client.call('GET', form)).status).toBe(200);
    expect((await submit()).status).toBe(201);
  });
});
