import {
  aKey,
  anAccount,
  aPerson,
  idAt,
  invitationRepositoryContract,
  membershipRepositoryContract,
  personRepositoryContract,
  roleAtWriteContract,
  uniqueNamesContract,
} from '@libs/accounts/testing';
import { memberActor } from '@libs/kernel';
import { accountRepositories, untilStatementsWait } from '../../../testing';

personRepositoryContract('PostgreSQL', accountRepositories);
uniqueNamesContract('PostgreSQL', accountRepositories);
membershipRepositoryContract('PostgreSQL', accountRepositories);
invitationRepositoryContract('PostgreSQL', accountRepositories);
roleAtWriteContract('PostgreSQL', accountRepositories);

/** team.md 2 */
describe('a change of a role that has not been committed', () => {
  it.each([
    [`UPDATE memberships SET role = 'viewer' WHERE person_id = $1`, 'role_required'],
    [`DELETE FROM memberships WHERE person_id = $1`, 'session_required'],
  ])('makes a write of the member wait, and then fail: %s', async (statement, code) => {
    const { dataSource, accounts, keys } = await accountRepositories();
    const [account, owner] = [anAccount(), aPerson()];
    await accounts.add(account, owner);
    const key = aKey({ accountId: account.id });
    await keys.add(key, { active: 9, perHour: 9 });
    const createdAt = new Date();
    const by = { ...memberActor(owner.id), leastRole: 'admin' } as const;
    const common = { accountId: account.id, createdAt, by, subject: {} };
    const event = { ...common, id: idAt(createdAt), type: 'api_key.revoked' } as const;
    let rejected: Promise<void> | undefined;
    await dataSource.transaction(async (manager) => {
      await manager.query(statement, [owner.id]);
      const revoked = keys.revoke(account.id, key.id, createdAt, event);
      rejected = expect(revoked).rejects.toMatchObject({ code });
      await untilStatementsWait(dataSource);
    });
    await rejected;
    expect((await keys.find(account.id, key.id))?.key.revokedAt).toBeNull();
  });
});
