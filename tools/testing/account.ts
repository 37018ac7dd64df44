import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Product } from './product';

interface KeyOptions {
  readonly name?: string;
  readonly permission?: 'full' | 'read' | 'submit';
}

export interface Account {
  readonly slug: string;
  /** API key with full permission. */
  readonly key: string;
  /** Creates another API key, with its own rate limits. An account can have up to 10. */
  issueKey(options?: KeyOptions): Promise<string>;
}

/** Creates an account named Acme with the requests that the dashboard sends. */
export async function createAccount(product: Product, plan: 'free' | 'pro' = 'pro'): Promise<Account> {
  const slug = `acme-${randomBytes(6).toString('hex')}`;
  const owner = { email: `${slug}@example.com`, password: 'correct horse battery staple' };
  const { headers } = await postJson(product, 'sign-up', { name: 'Acme', slug, ...owner });
  await setPlan(product, slug, plan);
  const cookie = headers.getSetCookie()[0]!.split(';', 1)[0]!;
  const issueKey = async ({ name = 'Test', permission = 'full' }: KeyOptions = {}) => {
    const response = await postJson(product, 'keys', { name, permission }, cookie);
    return ((await response.json()) as { data: { secret: string } }).data.secret;
  };
  return { slug, key: await issueKey(), issueKey };
}

async function postJson({ origin }: Product, path: string, body: object, cookie = ''): Promise<Response> {
  const response = await fetch(`${origin}/app/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Must run before the first key is created, because keys are cached together with the plan. */
async function setPlan({ adminUrl }: Product, slug: string, plan: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('UPDATE accounts SET plan = $2 WHERE slug = $1', [slug, plan]);
  } finally {
    await client.end();
  }
}
