import { ThrottlerStorageService } from '@nestjs/throttler';
import { RecipientLimits } from './recipient-limits';

/** mail.md 9 */
describe('RecipientLimits', () => {
  const storage = new ThrottlerStorageService();
  afterAll(() => storage.onApplicationShutdown());
  const allowed = async (
    digest: string,
    kind: 'receipt' | 'follow_link' | 'status_update' | 'changelog_entry',
    attempts: number,
  ) => {
    const limits = new RecipientLimits(storage);
    let count = 0;
    for (let i = 0; i < attempts; i++) if (await limits.count(digest, kind)) count++;
    return count;
  };

  it('allows ten answers an hour to an address, of any kind, and 50 messages about status', async () => {
    expect(await allowed('ada', 'receipt', 8)).toBe(8);
    expect(await allowed('ada', 'follow_link', 8)).toBe(2);
    expect(await allowed('ada', 'status_update', 40)).toBe(40);
    expect(await allowed('ada', 'changelog_entry', 20)).toBe(10);
    expect(await allowed('bo', 'receipt', 11)).toBe(10);
  });
});
