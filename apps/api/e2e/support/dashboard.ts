import type { HttpResponse, Call, Client } from './client';
import { PASSWORD, type Account, type Service } from './service';

/** A client that acts like a browser on the dashboard: it sends its cookies and `Sec-Fetch-Site`. */
export class Dashboard {
  /** `name=value` of the session cookie; empty before sign-in and after sign-out. */
  cookie = '';
  /** `name=value` of the device cookie; empty before the first sign-in. */
  device = '';

  constructor(private readonly client: Client) {}

  /** Returns a dashboard signed in as the owner of a new account. */
  static async forNewAccount(service: Service, client: Client): Promise<Dashboard & { account: Account }> {
    const account = await service.account();
    const dashboard = new Dashboard(client);
    await dashboard.signIn(account.email);
    return Object.assign(dashboard, { account });
  }

  async signIn(email: string, password = PASSWORD): Promise<HttpResponse> {
    const response = await this.call('POST', 'session', { body: { email, password } });
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    return response;
  }

  async reauthenticate(password = PASSWORD): Promise<void> {
    expect((await this.call('POST', 'session/reauthenticate', { body: { password } })).status).toBe(200);
  }

  /** @param path without `/app/api/` */
  async call(method: string, path: string, { headers, ...call }: Call = {}): Promise<HttpResponse> {
    const response = await this.client.call(method, `/app/api/${path}`, {
      ...call,
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [this.cookie, this.device].filter(Boolean).join('; ') || undefined,
        ...headers,
      },
    });
    for (const header of response.headers['set-cookie'] ?? []) {
      const pair = header.split(';', 1)[0]!;
      const name = pair.includes('device=') ? 'device' : 'cookie';
      this[name] = pair.endsWith('=') ? '' : pair;
    }
    return response;
  }

  get = (path: string) => this.call('GET', path);
  post = (path: string, body: unknown, headers?: Call['headers']) =>
    this.call('POST', path, { body, headers });
  patch = (path: string, body: unknown, headers?: Call['headers']) =>
    this.call('PATCH', path, { body, headers });
  delete = (path: string, headers?: Call['headers']) => this.call('DELETE', path, { headers });
}
