import { AccountSettingsUseCases, ApiKeyUseCases } from '@libs/accounts';
import {
  anAccount,
  aPerson,
  idAt,
  InMemoryAccountRepository,
  InMemoryApiKeyRepository,
  InMemorySecondFactorRepository,
} from '@libs/accounts/testing';
import { SYSTEM } from '@libs/kernel';
import { AccountRemoval } from './account-removal';

/** dashboard.md 8 */
describe('AccountRemoval', () => {
  const account = anAccount();
  const clock = () => new Date();
  let accounts: InMemoryAccountRepository;
  let removal: AccountRemoval;
  /** Whether the account exists, for each time that its data is removed. */
  let removed: boolean[];
  let removeAll: () => Promise<void>;

  beforeEach(async () => {
    accounts = new InMemoryAccountRepository();
    await accounts.add(account, aPerson());
    removed = [];
    removeAll = async () => void removed.push(accounts.get(account.id) !== undefined);
    const secondFactors = new InMemorySecondFactorRepository(accounts);
    const settings = new AccountSettingsUseCases({ accounts, secondFactors }, clock, idAt);
    const keys = new ApiKeyUseCases(new InMemoryApiKeyRepository(accounts), clock, idAt);
    removal = new AccountRemoval(settings, keys, [{ removeAll: () => removeAll() }]);
  });

  it('removes the data before the account, and then what was added in the meantime', async () => {
    await removal.remove(account.id, SYSTEM);
    expect(removed).toEqual([true, false]);
  });

  it('keeps the account if it cannot remove the data, so that it can be repeated', async () => {
    removeAll = () => Promise.reject(new Error('no'));
    await expect(removal.remove(account.id, SYSTEM)).rejects.toThrow('no');
    expect(accounts.get(account.id)).toBe(account);
  });
});
