import { createAccount, Product, type Account } from '@tools/testing';

/** The service for the tests of a file: that of the run, or one with settings of its own. */
interface TestService {
  /** Where it listens, as `FEEDBACK_URL` takes it. */
  readonly url: string;
  readonly product: Product;
  /** A new account; by default on the Pro plan, which has no limits in the service of the run. */
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
