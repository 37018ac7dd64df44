import { randomUUID } from 'node:crypto';
import {
  aMessage,
  anAccount,
  aPerson,
  aSession,
  secondFactorContract,
  sessionRepositoryContract,
} from '@libs/accounts/testing';
import type { Account } from '@libs/accounts';
import { SYSTEM } from '@libs/kernel';
import { accountRepositories, untilStatementsWait } from '../../../testing';
import { lockAccount } from '../account-lock';
import { PostgresSecondFactorRepository } from '../second-factor/postgres-second-factor-repository';
import { PostgresSignInChallengeRepository } from '../second-factor/postgres-sign-in-challenge-repository';

sessionRepositoryContract('PostgreSQL', accountRepositories);

secondFactorContract('PostgreSQL', async () => {
  const { dataSource, ...repositories } = await accountRepositories();
  return {
    ...repositories,
    secondFactors: new PostgresSecondFactorRepository(dataSource),
    challenges: new PostgresSignInChallengeRepository(dataSource),
  };
});

/** Adds two accounts of a person, and a session in each. */
async function twoAccounts({ accounts, sessions }: Awaited<ReturnType<typeof accountRepositories>>) {
  const [account, other, owner] = [anAccount(), anAccount(), aPerson()];
  await accounts.add(account, owner);
  const created = { type: 'account.created', createdAt: new Date(), by: SYSTEM, subject: {} } as const;
  await accounts.addAnother(account.id, owner.id, other, {
    ...created,
    id: randomUUID(),
    accountId: other.id,
  });
  const reauthenticatedAt = new Date();
  const add = async ({ id: accountId }: Account) => {
    const session = aSession({ accountId, personId: owner.id, reauthenticatedAt });
    await sessions.add(session);
    return session;
  };
  return { account, other, owner, session: await add(account), elsewhere: await add(other) };
}

/** dashboard.md 8 */
it('two deletions at the same time each open the account of the other without a deadlock', async () => {
  const repositories = await accountRepositories();
  const { accounts, sessions } = repositories;
  for (let round = 0; round < 20; round++) {
    const { account, other, owner, session, elsewhere } = await twoAccounts(repositories);
    const remove = (from: Account, sessionId: string, to: Account) =>
      accounts.remove(from.id, new Date(), [], { personId: owner.id, sessionId, accountId: to.id });
    const removed = [remove(account, session.id, other), remove(other, elsewhere.id, account)];
    expect(await Promise.all(removed)).toEqual([true, true]);
    expect(await sessions.list(owner.id)).toEqual([]);
  }
});

/** dashboard.md 8 */
it('a deletion that opens another account locks both in the order of their IDs', async () => {
  const repositories = await accountRepositories();
  const { account, other, owner, session, elsewhere } = await twoAccounts(repositories);
  const isFirst = account.id < other.id;
  const [first, second] = isFirst ? [account.id, other.id] : [other.id, account.id];
  const { id: sessionId } = isFirst ? elsewhere : session;
  let removed: Promise<boolean>;
  await repositories.dataSource.transaction(async (manager) => {
    await lockAccount(manager, first);
    const opened = { personId: owner.id, sessionId, accountId: first };
    removed = repositories.accounts.remove(second, new Date(), [], opened);
    await untilStatementsWait(repositories.dataSource);
    await manager.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [second]);
  });
  expect(await removed!).toBe(true);
});

/** dashboard.md 8 */
it('a session stays in its account if the deletion of the account fails', async () => {
  const repositories = await accountRepositories();
  const { accounts, sessions } = repositories;
  const { account, other, owner, session } = await twoAccounts(repositories);
  const opened = { personId: owner.id, sessionId: session.id, accountId: other.id };
  const message = aMessage();
  const removed = accounts.remove(account.id, new Date(), [message, message], opened);
  await expect(removed).rejects.toThrow('mail_outbox_pkey');
  expect(await sessions.list(owner.id)).toContainEqual(session);
});
