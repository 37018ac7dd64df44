import { Secret, TOTP } from 'otpauth';
import { runOperator } from '../src/operator/run-operator';
import { statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { PASSWORD } from './support/service';
import { memberOf } from './support/team';
import { useService } from './support/use-service';

/** second-factor.md 1, second-factor.md 2, second-factor.md 3, second-factor.md 4 */
describe('the second factor', () => {
  const { service, client } = useService();

  /** The same during a test, so that a code is the one that was accepted before. */
  let now: number;
  beforeEach(() => (now = Date.now()));

  /** @param steps how many steps ahead: a code is accepted once, and the next one already now */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });
  async function withFactor() {
    const owner = await Dashboard.forNewAccount(service, client);
    await owner.reauthenticate();
    const { secret, url } = (await owner.post('second-factor', undefined)).json.data;
    const confirmed = await owner.post('second-factor/confirm', { code: codeOf(secret) });
    expect([confirmed.status, confirmed.json.data.recovery_codes.length]).toEqual([200, 10]);
    const codes = confirmed.json.data.recovery_codes as string[];
    return { owner, secret, url, codes, email: owner.account.email };
  }
  async function challenge(browser: Dashboard, email: string): Promise<string> {
    const response = await browser.post('session', { email, password: PASSWORD });
    expect(statusAndCode(response)).toEqual([401, 'second_factor_required']);
    expect(response.headers).not.toHaveProperty('set-cookie');
    return response.json.error.challenge;
  }
  const complete = (browser: Dashboard, token: string, code: string) =>
    browser.post('session/second-factor', { challenge: token, code });

  it('is set up with reauthentication, a secret for an app, and a code', async () => {
    const owner = await Dashboard.forNewAccount(service, client);
    const off = { active: false, active_since: null, recovery_codes_left: 0, required: false };
    expect((await owner.get('second-factor')).json.data).toEqual(off);
    expect(statusAndCode(await owner.post('second-factor', undefined))).toEqual([
      403,
      'reauthentication_required',
    ]);
    expect(statusAndCode(await owner.post('second-factor/confirm', { code: '123456' }))).toEqual([
      409,
      'second_factor_inactive',
    ]);
    const { owner: other, url, secret, email } = await withFactor();
    expect(url).toContain(`otpauth://totp/localhost:${encodeURIComponent(email)}?`);
    expect(url).toContain(`secret=${secret}`);
    expect((await other.get('second-factor')).json.data).toEqual({
      ...{ active: true, active_since: expect.any(String), recovery_codes_left: 10, required: false },
    });
    expect(statusAndCode(await other.post('second-factor', undefined))).toEqual([
      409,
      'second_factor_active',
    ]);
    const rows = await service.dataSource.query<object[]>('SELECT * FROM second_factors');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('asks for a code after the password, accepts it once, and each recovery code once', async () => {
    const { email, secret, codes } = await withFactor();
    const browser = new Dashboard(client);
    const token = await challenge(browser, email);
    expect(statusAndCode(await complete(browser, token, codeOf(secret)))).toEqual([401, 'invalid_code']);
    expect(statusAndCode(await browser.get('session'))).toEqual([401, 'session_required']);
    const opened = await complete(browser, token, codeOf(secret, 1));
    expect([opened.status, opened.json.data.person.email]).toEqual([200, email]);
    expect((await browser.get('session')).status).toBe(200);
    expect(statusAndCode(await complete(browser, token, codes[0]!))).toEqual([401, 'challenge_expired']);
    const other = new Dashboard(client);
    expect(statusAndCode(await complete(other, await challenge(other, email), codeOf(secret, 1)))).toEqual([
      401,
      'invalid_code',
    ]);
    expect((await complete(other, await challenge(other, email), codes[0]!)).status).toBe(200);
    expect(statusAndCode(await complete(other, await challenge(other, email), codes[0]!))).toEqual([
      401,
      'invalid_code',
    ]);
    const { json } = await other.get('security-log?limit=100');
    const types = (json.data as { type: string }[]).map(({ type }) => type);
    for (const type of [
      'owner.second_factor_enabled',
      'owner.second_factor_failed',
      'owner.recovery_code_used',
    ]) {
      expect(types).toContain(type);
    }
  });

  it('limits wrong codes of unknown browsers, but not of a known one', async () => {
    const { owner, email, codes } = await withFactor();
    const browser = new Dashboard(client);
    const token = await challenge(browser, email);
    const attempts = Array.from({ length: 7 }, () => complete(browser, token, '000000'));
    const limited = (await Promise.all(attempts)).filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]!.json.error.code).toBe('too_many_auth_failures');
    expect(Number(limited[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await complete(owner, await challenge(owner, email), codes[0]!)).status).toBe(200);
  });

  it('is turned off with password and code, and renews recovery codes with a code', async () => {
    const { owner, email, secret, codes } = await withFactor();
    const renew = (code: string) => owner.post('second-factor/recovery-codes', { code });
    expect(statusAndCode(await renew('000000'))).toEqual([401, 'invalid_code']);
    const renewed = (await renew(codeOf(secret, 1))).json.data.recovery_codes as string[];
    expect(renewed).toHaveLength(10);
    const turnOff = (password: string, code: string) =>
      owner.post('second-factor/turn-off', { password, code });
    expect(statusAndCode(await turnOff('wrong', renewed[0]!))).toEqual([401, 'invalid_credentials']);
    expect(statusAndCode(await turnOff(PASSWORD, codes[0]!))).toEqual([401, 'invalid_code']);
    expect((await turnOff(PASSWORD, renewed[0]!)).status).toBe(204);
    await new Dashboard(client).signIn(email);
  });

  /** team.md 5 */
  it('is asked for before an invitation makes a person a member', async () => {
    const owner = await Dashboard.forNewAccount(service, client);
    const { id: accountId } = (await owner.get('session')).json.data.account;
    const { email, codes } = await withFactor();
    const { url } = (await owner.post('invitations', { role: 'editor' })).json.data;
    const token = url.split('#')[1] as string;
    const browser = new Dashboard(client);
    const accept = (body: object) => browser.post('invitations/accept', { token, ...body });
    const members = async () => (await owner.get('members')).json.data.length as number;

    const first = await accept({ email, password: PASSWORD });
    expect(statusAndCode(first)).toEqual([401, 'second_factor_required']);
    const { challenge } = first.json.error;
    expect(statusAndCode(await accept({ challenge, code: '000000' }))).toEqual([401, 'invalid_code']);
    const missing = await accept({ challenge });
    expect(missing.json.error.details).toMatchObject([{ param: 'code', code: 'missing_required_field' }]);
    expect(await members()).toBe(1);

    const joined = await accept({ challenge, code: codes[0] });
    expect([joined.status, joined.json.data]).toMatchObject([
      200,
      { account: { id: accountId }, person: { email }, role: 'editor' },
    ]);
    expect((await browser.get('session')).json.data.accounts).toHaveLength(2);
    expect(await members()).toBe(2);
  });

  /** second-factor.md 5 */
  it('can be required of everyone: without one, only the setup is allowed', async () => {
    const owner = await Dashboard.forNewAccount(service, client);
    const require = (browser: Dashboard, value: boolean) =>
      browser.patch('account', { require_second_factor: value });
    expect(statusAndCode(await require(owner, true))).toEqual([403, 'reauthentication_required']);
    await owner.reauthenticate();
    expect(statusAndCode(await require(owner, true))).toEqual([409, 'second_factor_inactive']);
    const { owner: other, email, codes } = await withFactor();
    expect((await require(other, true)).json.data.require_second_factor).toBe(true);
    expect((await other.get('session')).json.data.must_set_up_second_factor).toBe(false);
    await other.post('second-factor/turn-off', { password: PASSWORD, code: codes[0] });
    const allowed: string[] = [];
    for (const { method, url, access } of service.routes.routes) {
      if (access.caller !== 'member' || method === 'HEAD' || url === '/app/api/session/reauthenticate')
        continue;
      if (method === 'DELETE' && url === '/app/api/session') continue;
      const response = await other.call(method, url.slice('/app/api/'.length).replace(/:\w+/g, 'x'));
      if (response.json?.error?.code !== 'second_factor_setup_required') allowed.push(`${method} ${url}`);
    }
    expect(allowed.sort()).toEqual([
      'GET /app/api/second-factor',
      'GET /app/api/session',
      'POST /app/api/second-factor',
      'POST /app/api/second-factor/confirm',
      'POST /app/api/session/account',
    ]);
    const { must_set_up_second_factor: mustSetUp, can_create_accounts: canCreate } = (
      await other.get('session')
    ).json.data;
    expect([mustSetUp, canCreate]).toEqual([true, false]);
    await other.signIn(email);
    await other.reauthenticate();
    const { secret } = (await other.post('second-factor', undefined)).json.data;
    await other.post('second-factor/confirm', { code: codeOf(secret) });
    expect((await other.get('account')).json.data.require_second_factor).toBe(true);
  });

  /** second-factor.md 7 */
  it('is reset by an owner of all accounts of the person, with reauthentication', async () => {
    const owner = await Dashboard.forNewAccount(service, client);
    const member = await memberOf(service, client, { accountId: owner.account.id, role: 'admin' });
    const sql = `INSERT INTO second_factors VALUES ($1, 'sealed', now(), 1, '{}')`;
    await service.dataSource.query(sql, [member.personId]);
    expect((await member.get('second-factor')).json.data.active).toBe(true);
    const path = `members/${member.personId}/second-factor`;
    expect(statusAndCode(await owner.delete(path))).toEqual([403, 'reauthentication_required']);
    await owner.reauthenticate();
    expect((await owner.delete(path)).status).toBe(204);
    expect((await member.get('second-factor')).json.data.active).toBe(false);
    expect(statusAndCode(await owner.delete(path))).toEqual([409, 'second_factor_inactive']);
    const { json } = await owner.get('security-log?limit=100');
    const reset = (json.data as { type: string; subject: object }[]).find(
      ({ type }) => type === 'owner.second_factor_reset',
    );
    expect(reset?.subject).toMatchObject({ id: member.personId, name: expect.any(String) });
  });

  /** second-factor.md 6 */
  it('is reset by the operator', async () => {
    const { owner, email } = await withFactor();
    let [out, errors] = ['', ''];
    const args = ['reset-second-factor', '--email', email, '--json'];
    const code = await runOperator(args, {
      env: service.operatorEnv,
      input: process.stdin,
      out: (text) => (out += text),
      err: (text) => (errors += text),
    });
    expect([code, errors]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({ person_id: expect.any(String), email, reset: true });
    await owner.signIn(email);
    const { json } = await owner.get('security-log?limit=100');
    const reset = (json.data as { type: string; actor: object }[]).find(
      ({ type }) => type === 'owner.second_factor_reset',
    );
    expect(reset?.actor).toMatchObject({ type: 'system' });
  });
});
