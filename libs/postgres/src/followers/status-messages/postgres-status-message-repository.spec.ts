import { anAccount, aPerson } from '@libs/accounts/testing';
import { FOLLOWER_CHANGES, type Follower } from '@libs/feedback';
import { aFeedback, anAccountId, idAt, statusMessageRepositoryContract } from '@libs/feedback/testing';
import { memberActor, SYSTEM } from '@libs/kernel';
import { mailHarness, sharedDataSource, untilStatementsWait } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { poolOf } from '../../connection/data-source';
import { PostgresFollowerRepository } from '../postgres-follower-repository';
import { PostgresFeedbackRepository } from '../../feedback/items/postgres-feedback-repository';
import { PostgresStatusMessageRepository } from './postgres-status-message-repository';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  statusMessageRepositoryContract(name, () => mailHarness(as));
}

/** status-messages.md 4: checked again immediately before a message is sent. */
describe('a person who ends messages while a step adds one', () => {
  const AT = '2026-03-03T10:00:00.000Z';
  const DUE = new Date(Date.parse(AT) + 120_000);

  it.each<
    [string, (followers: PostgresFollowerRepository, follower: Follower, itemId: string) => Promise<unknown>]
  >([
    [
      'for all items',
      (followers, { accountId, id }) =>
        followers.change(accountId, id, (current) => FOLLOWER_CHANGES.no_mail(current, AT)),
    ],
    [
      'for the item',
      (followers, { accountId, id }, itemId) =>
        followers.setStopped(accountId, id, itemId, { at: AT, now: AT }),
    ],
    [
      'with the erasure of the address',
      (followers, { accountId, email }) => followers.removeByEmail(accountId, email),
    ],
  ])('gets none: %s', async (_, end) => {
    const dataSource = await sharedDataSource('role');
    const [items, followers] = [
      new PostgresFeedbackRepository(dataSource),
      new PostgresFollowerRepository(dataSource),
    ];
    const messages = new PostgresStatusMessageRepository(dataSource);
    const accountId = anAccountId();
    await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
    const item = aFeedback({ accountId, status: 'planned' });
    await items.add(item, SYSTEM);
    const follow = { email: 'ada@example.com', language: null, isConfirmed: true, generation: 'g', at: AT };
    const follower = await followers.follow(accountId, item.id, { ...follow, id: idAt(AT) }, () => null);
    const notice = { feedback_id: item.id, previous_status: 'new', message: null, isChange: true } as const;
    const [held] = await messages.hold(accountId, [notice], memberActor(accountId), AT);

    const blocker = await poolOf(dataSource).connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
    // Waits for the account when it stores the message.
    const message = { id: idAt(AT), accountId, kind: 'status_update', sealed: Buffer.from('sealed') };
    const stored = () => ({ ...message, createdAt: new Date(AT), expiresAt: DUE });
    const step = messages.step(accountId, held!.id, DUE, { statusUpdate: stored, entryUpdate: () => stored });
    await untilStatementsWait(dataSource);
    let hasEnded = false;
    const ended = end(followers, follower!, item.id).finally(() => (hasEnded = true));
    await untilStatementsWait(dataSource, 2, () => hasEnded);
    await blocker.query('ROLLBACK');
    blocker.release();
    await Promise.all([step, ended]);
    expect(await (await mailHarness('role')).waiting(accountId)).toEqual([]);
  });
});
