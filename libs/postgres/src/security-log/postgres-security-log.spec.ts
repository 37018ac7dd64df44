import { aKey, anAccount, aPerson, aSession, idAt, securityLogContract } from '@libs/accounts/testing';
import { aFeedback } from '@libs/feedback/testing';
import { SYSTEM, type SecurityEvent } from '@libs/kernel';
import { anEndpoint } from '@libs/webhooks/testing';
import { sharedDataSource, testDataSource } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { PostgresApiKeyRepository } from '../accounts/api-keys/postgres-api-key-repository';
import { PostgresPersonRepository } from '../accounts/people/postgres-person-repository';
import { PostgresSessionRepository } from '../accounts/sessions/postgres-session-repository';
import { AccountScope } from '../connection/account-scope';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { PostgresEndpointRepository } from '../webhooks/postgres-endpoint-repository';
import { PostgresSecurityLog } from './postgres-security-log';

securityLogContract('PostgreSQL', async () => {
  const dataSource = await sharedDataSource();
  return {
    log: new PostgresSecurityLog(dataSource),
    accounts: new PostgresAccountRepository(dataSource),
    people: new PostgresPersonRepository(dataSource),
    sessions: new PostgresSessionRepository(dataSource),
    keys: new PostgresApiKeyRepository(dataSource),
  };
});

describe('security_events', () => {
  const NOW = new Date('2026-03-03T12:00:00.000Z');

  async function withAccount(opened = sharedDataSource()) {
    const dataSource = await opened;
    const accounts = new PostgresAccountRepository(dataSource);
    const account = anAccount();
    const owner = aPerson();
    await accounts.add(account, owner);
    const event = (): SecurityEvent => {
      const common = { type: 'owner.signed_in', by: SYSTEM, subject: {} } as const;
      return { id: idAt(NOW), accountId: account.id, createdAt: NOW, ...common };
    };
    return { dataSource, accounts, account, owner, event };
  }

  it('cancel the change if they cannot be stored', async () => {
    const { dataSource, accounts, account, owner, event } = await withAccount(testDataSource());
    const keys = new PostgresApiKeyRepository(dataSource);
    const people = new PostgresPersonRepository(dataSource);
    const sessions = new PostgresSessionRepository(dataSource);
    const endpoints = new PostgresEndpointRepository(dataSource);
    const items = new PostgresFeedbackRepository(dataSource);
    const key = aKey({ accountId: account.id });
    const session = aSession({ accountId: account.id, personId: owner.id });
    const endpoint = anEndpoint({ accountId: account.id });
    const item = aFeedback({ accountId: account.id });
    await keys.add(key, { active: 10, perHour: 10 });
    await sessions.add(session);
    await endpoints.add(endpoint, 10);
    await items.add(item, SYSTEM);
    await dataSource.query(`
      CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
    await dataSource.query(
      'CREATE TRIGGER no BEFORE INSERT ON security_events FOR EACH ROW EXECUTE FUNCTION no()',
    );
    const another = anAccount();
    const LIMITS = { active: 10, perHour: 10 };
    const changes: (() => Promise<unknown>)[] = [
      () => accounts.add(another, aPerson(), { ...event(), accountId: another.id }),
      () => accounts.revise(account.id, (current) => ({ ...current, plan: 'pro' }), event),
      () => people.update(owner.id, { passwordHash: 'x' }, [event()]),
      () => sessions.add(aSession({ accountId: account.id, personId: owner.id }), event()),
      () => sessions.remove(owner.id, session.id, event()),
      () => sessions.removeAll(owner.id, undefined, event()),
      () => keys.add(aKey({ accountId: account.id }), LIMITS, event()),
      () =>
        keys.rotate(
          account.id,
          key.id,
          (predecessor) => ({ predecessor, successor: aKey({ accountId: account.id }), event: event() }),
          LIMITS,
        ),
      () => keys.revoke(account.id, key.id, NOW, event()),
      () => endpoints.add(anEndpoint({ accountId: account.id }), 10, event()),
      () => endpoints.change(account.id, endpoint.id, (current) => ({ ...current, url: 'https://x' }), event),
      () => endpoints.remove(account.id, endpoint.id, event()),
      () => items.removeUnchanged(account.id, [item], SYSTEM, event),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow('no');
    expect(await accounts.findWithOwner(account.slug)).toEqual({ account, owner });
    expect(await accounts.findBySlug(another.slug)).toBeNull();
    expect(await sessions.list(owner.id)).toEqual([session]);
    expect(await keys.list(account.id)).toEqual([key]);
    expect((await endpoints.list(account.id, NOW)).map(({ endpoint }) => endpoint)).toEqual([endpoint]);
    expect(await items.find(account.id, item.id)).toEqual(item);
  });

  it('are visible to their account only', async () => {
    const { dataSource, account, event } = await withAccount();
    await new PostgresSecurityLog(dataSource).add(event());
    const scope = new AccountScope(dataSource);
    const rows = async (accountId: string) =>
      (await scope.query(accountId, { text: 'SELECT FROM security_events', values: [] })).rows.length;
    expect(await rows(account.id)).toBe(1);
    expect(await rows(anAccount().id)).toBe(0);
    expect(await dataSource.query('SELECT FROM security_events')).toEqual([]);
  });
});
