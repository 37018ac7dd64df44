import { createAccount, Product, type Account } from '@tools/testing';

/** The service for the tests of a file: the shared one, or one with its own settings. */
interface TestService {
  /** The value for `FEEDBACK_URL`. */
  readonly url: string;
  readonly product: Product;
  /** Creates an account, by default on the Pro plan, which has no rate limits in the shared service. */
  account(plan?: 'free' | 'pro'): Promise<Account>;
}

export function useService(settings?: Readonly<Record<string, string>>): TestService {
  let product: Product | undefined;
  beforeAll(async () => {
    product = settings ? await Product.start(settings) : Product.shared();
  });
  afterAll(() => product?.stop());
  return {
    get url() {
      return product!.origin;
    },
    get product() {
      return product!;
    },
    account: (plan) => createAccount(product!, plan),
  };
}
