import { Product } from '@tools/testing';

export interface KeyOptions {
  readonly name?: string;
  readonly permission?: 'full' | 'read' | 'submit';
  readonly expiresAt?: string;
}

/** The built service for all tests of a file, with one account `acme`; `key` issues one of its keys. */
export interface Service {
  /** Where it listens, as `FEEDBACK_URL` takes it. */
  readonly url: string;
  readonly product: Product;
  /** A new key: none is shared, so that a test has its own limits. An account holds ten at most. */
  key(options?: KeyOptions): Promise<string>;
  /** A key of an account of its own. */
  account(plan?: 'free' | 'pro'): Promise<{ readonly slug: string; readonly key: string }>;
}

const ACCOUNT = 'acme';

/** @param env variables of the service, beside those that make it usable in tests */
export function service(env: Readonly<Record<string, string>> = {}): Service {
  let product: Product | undefined;
  let accounts = 0;
  beforeAll(async () => {
    product = await Product.start({ DEFAULT_PLAN: 'pro', ...env });
    await createAccount(product, ACCOUNT);
  }, 60_000);
  afterAll(() => product?.stop());
  return {
    get url() {
      return product!.origin;
    },
    get product() {
      return product!;
    },
    key: (options) => issueKey(product!, ACCOUNT, options),
    async account(plan) {
      const slug = `acme-${++accounts}`;
      await createAccount(product!, slug, plan);
      return { slug, key: await issueKey(product!, slug) };
    },
  };
}

async function createAccount(product: Product, slug: string, plan?: string): Promise<void> {
  const owner = ['--email', `${slug}@example.com`, '--password', 'correct horse battery staple'];
  const more = plan ? ['--plan', plan] : [];
  await product.operator('create-account', '--name', 'Acme', '--slug', slug, ...owner, ...more);
}

async function issueKey(product: Product, slug: string, options: KeyOptions = {}): Promise<string> {
  const { name = 'Test', permission = 'full', expiresAt } = options;
  const more = expiresAt ? ['--expires-at', expiresAt] : [];
  const described = ['--name', name, '--permission', permission, ...more];
  return (await product.operator('issue-key', '--account', slug, ...described)).key!;
}
