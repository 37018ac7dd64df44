import { randomUUID } from 'node:crypto';
import {
  aMessage,
  anAccount,
  aPerson,
  aSession,
  secondFactorContract,
  sessionRepositoryContract,
} from '@libs/accounts/testing';
import { SYSTEM } from '@libs/kernel';
import { accountRepositories } from '../../../testing';
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

/** dashboard.md 8 */
it('a session stays in its account if the deletion of the account fails', async () => {
  const { accounts, sessions } = await accountRepositories();
  const [account, other, owner] = [anAccount(), anAccount(), aPerson()];
  await accounts.add(account, owner);
  const created = { type: 'account.created', createdAt: new Date(), by: SYSTEM, subject: {} } as const;
  const event = { ...created, id: randomUUID(), accountId: other.id };
  await accounts.addAnother(account.id, owner.id, other, event);
  const session = aSession({ accountId: account.id, personId: owner.id, reauthenticatedAt: new Date() });
  await sessions.add(session);
  const opened = { personId: owner.id, sessionId: session.id, accountId: other.id };
  const message = aMessage();
  const removed = accounts.remove(account.id, new Date(), [message, message], opened);
  await expect(removed).rejects.toThrow('mail_outbox_pkey');
  expect(await sessions.list(owner.id)).toEqual([session]);
});
