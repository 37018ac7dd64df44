import { anAccount, aPerson } from '@libs/accounts/testing';
import { feedbackJson } from '@libs/feedback';
import { aFeedback, assigneeContract, bytesOf, idAt } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { itemAdapters, sharedDataSource } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { MembershipSchema } from '../../accounts/memberships/membership.schema';
import { PostgresMembershipRepository } from '../../accounts/memberships/postgres-membership-repository';
import { PersonSchema } from '../../accounts/people/person.schema';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from '../../events/recorded-change';
import { PostgresFeedbackExporter } from '../export/postgres-feedback-exporter';
import { PostgresAssigneeFinder } from './postgres-assignee-finder';
import { PostgresFeedbackRepository } from './postgres-feedback-repository';

async function addAccount(dataSource: DataSource): Promise<string> {
  const account = anAccount();
  await new PostgresAccountRepository(dataSource).add(account, aPerson());
  return account.id;
}

async function addMember(dataSource: DataSource, accountId: string, name: string) {
  const person = aPerson({ name });
  await dataSource.manager.insert(PersonSchema, person);
  const membership = { accountId, personId: person.id, role: 'editor', createdAt: person.createdAt } as const;
  await dataSource.manager.insert(MembershipSchema, membership);
  return { id: person.id, name };
}

const changesOf = async (dataSource: DataSource, accountId: string) => {
  const text = `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`;
  const scope = new AccountScope(dataSource);
  return (await scope.query<ChangeRow>(accountId, rowsOf(text, [accountId]))).rows.map(changeOf);
};

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  assigneeContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    return {
      // One of the two collects the matches of searches by index.
      ...itemAdapters(dataSource, as === 'role' ? 1 : undefined),
      members: new PostgresAssigneeFinder(dataSource),
      addAccount: () => addAccount(dataSource),
      addMember: (accountId, member) => addMember(dataSource, accountId, member),
      changesOf: (accountId) => changesOf(dataSource, accountId),
    };
  });
}

/** items.md 12 */
describe('names of assignees', () => {
  it('are those of today in items and exports, and those of the change in events', async () => {
    const dataSource = await sharedDataSource();
    const items = new PostgresFeedbackRepository(dataSource);
    const accountId = await addAccount(dataSource);
    const ada = await addMember(dataSource, accountId, 'Ada');
    const item = aFeedback({ accountId });
    await items.add(item, SYSTEM);
    const at = '2026-03-03T10:09:00.000Z';
    await items.revise(accountId, item.id, { change: { assignee: ada }, expected: 'any', by: SYSTEM, at });
    const exported = async () => {
      const request = { format: 'ndjson', selection: {} } as const;
      const exporter = new PostgresFeedbackExporter(dataSource);
      return (
        await bytesOf(await exporter.open(accountId, request, new AbortController().signal))
      ).toString();
    };
    const shown = async () => (await items.find(accountId, item.id))!;

    await dataSource.manager.update(PersonSchema, { id: ada.id }, { name: 'Ada "L", 日本' });
    const renamed = { id: ada.id, name: 'Ada "L", 日本' };
    expect((await shown()).assignee).toEqual(renamed);
    expect(await exported()).toBe(`${JSON.stringify(feedbackJson(await shown()))}\n`);
    expect((await changesOf(dataSource, accountId)).at(-1)).toMatchObject({ item: { assignee: ada } });

    const event = {
      id: idAt(at),
      accountId,
      type: 'member.left',
      createdAt: new Date(at),
      by: SYSTEM,
      subject: {},
    } as const;
    const memberships = new PostgresMembershipRepository(dataSource);
    expect(await memberships.revise(accountId, ada.id, () => ({ next: null, event }))).toBe(true);
    expect(await shown()).toMatchObject({ assignee: renamed });
    expect(await new PostgresAssigneeFinder(dataSource).find(accountId, [ada.id])).toEqual([]);
  });
});
