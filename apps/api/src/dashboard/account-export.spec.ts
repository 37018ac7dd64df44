import { ApiKeyUseCases, type SignedIn } from '@libs/accounts';
import { anAccount, idAt, InMemoryAccountRepository, InMemoryApiKeyRepository } from '@libs/accounts/testing';
import { FeedbackUseCases, QuarantineUseCases } from '@libs/feedback';
import { InMemoryFeedbackRepository, InMemoryQuarantineRepository } from '@libs/feedback/testing';
import { AccountExport } from './account-export';
import { FormAddress } from './form-settings.http';

const clock = () => new Date('2026-03-03T10:00:00Z');

function signedIn(): SignedIn {
  const account = anAccount();
  const ids = { accountId: account.id, ownerId: account.id, sessionId: account.id };
  return { ...ids, account, email: 'ada@example.com', isReauthenticated: false };
}

describe('AccountExport', () => {
  it('runs once per account at a time', async () => {
    const items = new InMemoryFeedbackRepository();
    const exports = new AccountExport(
      new ApiKeyUseCases(new InMemoryApiKeyRepository(new InMemoryAccountRepository()), clock, idAt),
      new FeedbackUseCases(items, clock, idAt),
      new QuarantineUseCases(new InMemoryQuarantineRepository(items), clock, idAt),
      new FormAddress('http://localhost'),
    );
    const owner = signedIn();
    const running = exports.write(owner);
    await running.next();
    await expect(exports.write(owner).next()).rejects.toMatchObject({ code: 'export_in_progress' });
    expect((await exports.write(signedIn()).next()).done).toBe(false);
    await running.return(undefined);
    expect((await exports.write(owner).next()).done).toBe(false);
  });
});
