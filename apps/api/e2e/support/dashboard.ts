import type { Answer, Call, Client } from './client';
import { PASSWORD, type Account, type Service } from './service';

/** A browser that shows the dashboard: it carries its cookies and says where its requests come from. */
export class Dashboard {
  /** `name=value` of the session's cookie; empty before there is one and after signing out. */
  cookie = '';
  /** `name=value` of the cookie that remembers owners; empty before one signed in. */
  device = '';

  constructor(private readonly client: Client) {}

  /** Signed in as the owner of a new account. */
  static async ofNewAccount(service: Service, client: Client): Promise<Dashboard & { account: Account }> {
    const account = await service.account();
    const dashboard = new Dashboard(client);
    await dashboard.signIn(account.email);
    return Object.assign(dashboard, { account });
  }

  async signIn(email: string, password = PASSWORD): Promise<Answer> {
    const answer = await this.call('POST', 'session', { body: { email, password } });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer;
  }

  async reauthenticate(password = PASSWORD): Promise<void> {
    expect((await this.call('POST', 'session/reauthenticate', { body: { password } })).status).toBe(200);
  }

  /** @param path without `/app/api/` */
  async call(method: string, path: string, { headers, ...call }: Call = {}): Promise<Answer> {
    const answer = await this.client.call(method, `/app/api/${path}`, {
      ...call,
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [this.cookie, this.device].filter(Boolean).join('; ') || undefined,
        ...headers,
      },
    });
    for (const header of answer.headers['set-cookie'] ?? []) {
      const pair = header.split(';', 1)[0]!;
      const name = pair.includes('device=') ? 'device' : 'cookie';
      this[name] = pair.endsWith('=') ? '' : pair;
    }
    return answer;
  }

  get = (path: string) => this.call('GET', path);
  post = (path: string, body: unknown, headers?: Call['headers']) =>
    this.call('POST', path, { body, headers });
  patch = (path: string, body: unknown, headers?: Call['headers']) =>
    this.call('PATCH', path, { body, headers });
  delete = (path: string, headers?: Call['headers']) => this.call('DELETE', path, { headers });
}
