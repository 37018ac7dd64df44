import { Dashboard } from './support/dashboard';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';

/** dashboard.md 5 */
describe('password guesses by strangers', () => {
  const { service, client } = useService({ SIGN_IN_PER_HOUR: '12', TRUST_PROXY: '1' });

  it('are delayed without delaying the person at the same IP address', async () => {
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const [here, otherBrowser] = [from('192.0.2.1'), from('192.0.2.2')];
    const { email } = await service.account();
    const knownBrowser = new Dashboard(client);
    await knownBrowser.post('session', { email, password: PASSWORD }, here);
    const guess = (password: string, headers = here) =>
      new Dashboard(client).post('session', { email, password }, headers);
    for (let n = 1; n < 10; n++) expect((await guess(`guess ${n}`)).status).toBe(401);
    // Sent concurrently: in sequence, a slow machine could let the delay pass between them.
    const last = await Promise.all([guess('guess 10'), guess('guess 11')]);
    const delayed = last.find(({ status }) => status === 429)!;
    expect([delayed.json.error.code, delayed.headers['retry-after']]).toEqual([
      'too_many_auth_failures',
      '1',
    ]);
    const overLimit = await guess(PASSWORD);
    expect([overLimit.status, overLimit.json.error.code]).toEqual([429, 'too_many_auth_failures']);
    expect(Number(overLimit.headers['retry-after'])).toBeGreaterThan(3000);

    const again = await knownBrowser.post('session/reauthenticate', { password: PASSWORD }, here);
    expect(again.status).toBe(200);
    expect((await knownBrowser.delete('session', here)).status).toBe(204);
    expect((await knownBrowser.post('session', { email, password: PASSWORD }, here)).status).toBe(200);
    expect((await guess(PASSWORD, otherBrowser)).status).toBe(200);
  });

  it('do not delay the browser in which the person changed the email address', async () => {
    const dashboard = await Dashboard.forNewAccount(service, client);
    await dashboard.reauthenticate();
    const email = `moved-${Math.random()}@example.com`;
    const before = dashboard.device;
    expect((await dashboard.patch('person', { email })).status).toBe(200);
    expect(dashboard.device.split('~')).toHaveLength(before.split('~').length + 1);
  });
});
