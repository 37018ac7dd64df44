import { randomUUID } from 'node:crypto';
import { aSession } from '@libs/accounts/testing';
import { aQuarantined } from '@libs/feedback/testing';
import {
  PostgresEndpointRepository,
  PostgresViewRepository,
  PostgresPersonRepository,
  PostgresQuarantineRepository,
  PostgresSessionRepository,
} from '@libs/postgres';
import { anEndpoint } from '@libs/webhooks/testing';
import type { DataSource } from 'typeorm';
import { useOperator } from '../../testing/operator';
import { itemLists } from '@libs/postgres/testing';

/** operator.md 2 */
describe('runOperator', () => {
  const { run, json, expectError, anAccount, connect } = useOperator();
  let dataSource: DataSource;
  beforeAll(async () => (dataSource = await connect()));

  describe('list-accounts', () => {
    it('lists accounts, newest first, in pages', async () => {
      const mark = randomUUID().slice(0, 8);
      const created: { account_id: string; slug: string; email: string }[] = [];
      for (const n of [1, 2, 3]) created.push(await anAccount(` --slug acme-${mark}-${n}`));
      const list = (options: string) => json(`list-accounts --search ${mark.toUpperCase()} ${options}`);
      const { accounts, has_more } = await list('--limit 2');
      expect(has_more).toBe(true);
      expect(accounts).toEqual(
        [2, 1].map((i) => ({
          account_id: created[i]!.account_id,
          slug: created[i]!.slug,
          name: 'Acme',
          email: created[i]!.email,
          plan: 'free',
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          suspended_at: null,
          members: 1,
        })),
      );
      const rest = await list(`--limit 2 --after ${accounts[1].slug}`);
      expect(rest).toMatchObject({ accounts: [{ slug: created[0]!.slug }], has_more: false });
    });

    it('prints a table, and how to list more', async () => {
      const mark = randomUUID().slice(0, 8);
      const day = new Date().toISOString().slice(0, 10);
      await run(`create-account --name Acme --email a-${mark}@example.org --slug a-${mark}`);
      await run(`create-account --name B --email b-${mark}@example.org --slug b-${mark} --plan pro`);
      await run(`suspend-account --account b-${mark}`);
      expect((await run(`list-accounts --search ${mark}`)).out).toBe(
        [
          'SLUG        NAME  OWNER                   MEMBERS  PLAN  CREATED     STATE',
          `b-${mark}  B     b-${mark}@example.org  1        pro   ${day}  suspended`,
          `a-${mark}  Acme  a-${mark}@example.org  1        free  ${day}  active`,
          '',
        ].join('\n'),
      );
      expect((await run(`list-accounts --search ${mark} --limit 1`)).out).toMatch(
        new RegExp(`\n\nThere are more: add --after b-${mark}\n$`),
      );
      expect((await run(`list-accounts --search ${mark}x`)).out).toBe('No accounts\n');
    });

    it('rejects an invalid limit and an unknown account', async () => {
      await expectError(
        'list-accounts --limit 1001',
        /^Invalid value for --limit: must be a whole number from 1 to 1,000$/,
      );
      await expectError('list-accounts --after nobody', /^Account not found$/);
    });
  });

  it('show-account counts what the account has', async () => {
    const { slug, account_id, email } = await anAccount();
    const empty = await json(`show-account --account ${slug}`);
    expect(empty).toMatchObject({
      account_id,
      slug,
      email,
      members: 1,
      items: 0,
      active_keys: 0,
      webhooks: 0,
      stored_bytes: 0,
    });
    expect(empty.owner_last_seen_at).toBeNull();
    await json(`seed --account ${slug} --items 3`);
    const { id } = await json(`issue-key --account ${slug} --name Old`);
    await json(`revoke-key --account ${slug} --id ${id}`);
    await json(`issue-key --account ${slug} --name New`);
    await new PostgresQuarantineRepository(dataSource).add(aQuarantined({ accountId: account_id }));
    await new PostgresEndpointRepository(dataSource).add(anEndpoint({ accountId: account_id }), 1);
    const owner = (await new PostgresPersonRepository(dataSource).findByEmail(email))!;
    for (const minute of [2, 1]) {
      const lastSeenAt = new Date(Date.UTC(2026, 2, 3, 10, minute));
      const session = aSession({ accountId: account_id, personId: owner.id, lastSeenAt });
      await new PostgresSessionRepository(dataSource).add(session);
    }
    const { created_at, ...shown } = await json(`show-account --account ${slug}`);
    expect(shown).toEqual({
      account_id,
      slug,
      name: 'Acme',
      email,
      plan: 'free',
      suspended_at: null,
      items: 3,
      quarantined: 1,
      members: 1,
      active_keys: 1,
      webhooks: 1,
      stored_bytes: 0,
      owner_last_seen_at: '2026-03-03T10:02:00.000Z',
    });
    expect(Date.parse(created_at)).toBeLessThan(Date.now());
    expect((await run(`show-account --account ${slug}`)).out).toMatch(/\nsuspended_at +none\n/);
    await expectError('show-account --account nobody', /^Account not found$/);
  });

  it('suspend-account and resume-account change the state once', async () => {
    const { slug, account_id } = await anAccount();
    const suspended = await json(`suspend-account --account ${slug}`);
    expect(suspended).toEqual({ account_id, slug, suspended_at: expect.any(String) });
    expect(await json(`suspend-account --account ${slug}`)).toEqual(suspended);
    expect(await json(`resume-account --account ${slug}`)).toEqual({ account_id, slug, suspended_at: null });
    await expectError('suspend-account --account nobody', /^Account not found$/);
    await expectError('resume-account --account nobody', /^Account not found$/);
  });

  describe('delete-account', () => {
    it('deletes the account with its items and keys, and no other account', async () => {
      const [mine, other] = [await anAccount(), await anAccount()];
      for (const { slug } of [mine, other]) {
        await json(`seed --account ${slug} --items 3`);
        await json(`issue-key --account ${slug} --name W`);
      }
      const { account_id, slug } = mine;
      const counts = {
        account_id,
        slug,
        members: 1,
        items: 3,
        quarantined: 0,
        active_keys: 1,
        webhooks: 0,
        stored_bytes: 0,
      };
      expect(await json(`delete-account --account ${slug} --dry-run`)).toEqual({ ...counts, deleted: false });
      expect(await json(`show-account --account ${slug}`)).toMatchObject({ items: 3 });
      expect(await json(`delete-account --account ${slug} --confirm ${slug}`)).toEqual({
        ...counts,
        deleted: true,
      });
      await expectError(`show-account --account ${slug}`, /^Account not found$/);
      const lists = itemLists(dataSource);
      expect([await lists.count(account_id), await lists.count(other.account_id)]).toEqual([0, 3]);
      expect(await json(`show-account --account ${other.slug}`)).toMatchObject({ items: 3, active_keys: 1 });
    });

    it('deletes the saved views of the account', async () => {
      const { slug, account_id } = await anAccount();
      const views = new PostgresViewRepository(dataSource);
      const owner = randomUUID();
      const view = { id: randomUUID(), name: 'New', parameters: {}, shared: false };
      await views.revise(account_id, owner, () => [view]);
      await json(`delete-account --account ${slug} --confirm ${slug}`);
      expect(await views.list(account_id, owner)).toEqual([]);
    });

    it('does nothing unless --confirm repeats the slug', async () => {
      const { slug } = await anAccount();
      const demand = `^Add --confirm ${slug} to delete the account and all of its data, or --dry-run`;
      await expectError(`delete-account --account ${slug}`, demand);
      await expectError(`delete-account --account ${slug} --confirm not-${slug}`, demand);
      await expectError('delete-account --account nobody --confirm nobody', /^Account not found$/);
      expect(await json(`show-account --account ${slug}`)).toMatchObject({ slug });
    });
  });
});
