import { anAccount, aPerson } from '@libs/accounts/testing';
import { SubmitterUseCases, type Follower } from '@libs/feedback';
import {
  aFeedback,
  anAccountId,
  aPublicCard,
  idAt,
  waitingVoteRepositoryContract,
} from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { itemAdapters, sharedDataSource } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { poolOf } from '../../connection/data-source';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from '../../events/recorded-change';
import { PostgresSubmitterRepository } from '../submitters/postgres-submitter-repository';

const EMAIL = 'ada@example.com';
const AT = '2026-03-03T10:00:00.000Z';
const CHANGES = `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`;
const WAITING = `SELECT id FROM mail_outbox WHERE account_id = $1 AND status = 'pending'`;

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  waitingVoteRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    const scope = new AccountScope(dataSource);
    return {
      ...itemAdapters(dataSource),
      async addAccount() {
        const accountId = anAccountId();
        await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
        return accountId;
      },
      changes: async (accountId) =>
        (await scope.query<ChangeRow>(accountId, rowsOf(CHANGES, [accountId]))).rows.map(changeOf),
      async waiting(accountId) {
        const { rows } = await poolOf(dataSource).query<{ id: string }>(WAITING, [accountId]);
        return rows.map(({ id }) => id);
      },
    };
  });
}

/** votes.md 9 */
it('an erasure while votes are confirmed leaves exact numbers, and no address', async () => {
  const dataSource = await sharedDataSource();
  const { items, requests, followers, waitingVotes } = itemAdapters(dataSource);
  const submitters = new SubmitterUseCases(
    new PostgresSubmitterRepository(dataSource),
    followers,
    waitingVotes,
    () => new Date(AT),
  );
  const accountId = anAccountId();
  for (let round = 0; round < 10; round++) {
    const item = aFeedback({ accountId, public: aPublicCard() });
    await items.add(item, SYSTEM);
    const follow = {
      email: EMAIL,
      language: null,
      isConfirmed: false,
      id: idAt(AT),
      generation: 'g',
      at: AT,
    };
    await waitingVotes.add(accountId, item.id, { follow, name: null }, () => null);
    const { id } = (await followers.findByEmail(accountId, EMAIL))!;
    const confirmation = { change: (one: Follower) => one, now: new Date(AT), newId: () => idAt(AT) };
    const confirm = () => waitingVotes.confirm(accountId, id, confirmation);
    const erase = () => submitters.erase(accountId, EMAIL, { deletes: false, by: SYSTEM });
    await Promise.all(round % 2 === 0 ? [confirm(), erase()] : [erase(), confirm()]);
    expect(await followers.findByEmail(accountId, EMAIL)).toBeNull();
    const stored = (await requests.list(accountId, item.id, { limit: 10 }))!;
    expect(stored.filter(({ email }) => email !== null)).toEqual([]);
    expect((await items.find(accountId, item.id))!.request_count).toBe(stored.length);
  }
});
