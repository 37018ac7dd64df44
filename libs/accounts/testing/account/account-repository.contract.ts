import { randomUUID } from 'node:crypto';
import type { DomainError } from '@libs/kernel';
import type {
  Account,
  AccountRepository,
  IdentityKey,
  InvitationRepository,
  MembershipRepository,
  PersonRepository,
  SecurityLogRepository,
} from '../../src';
import { teamOf } from '../memberships/membership-repository.contract';
import { anAccount, aPerson } from './account-builders';

/** An account repository, and the repositories of its people. */
export interface AccountHarness {
  readonly accounts: AccountRepository;
  readonly people: PersonRepository;
  readonly memberships: MembershipRepository;
  readonly invitations: InvitationRepository;
  readonly log: SecurityLogRepository;
}

const NOON = new Date('2026-03-03T12:00:00.000Z');

const SECRET_KEY: IdentityKey = { id: 's', createdAt: NOON.toISOString(), type: 'secret', sealed: 'AA==' };

/** Contract tests of `AccountRepository`. Every adapter runs all of them, and those of `anotherAccountContract`. */
export function accountRepositoryContract(name: string, make: () => Promise<AccountHarness>): void {
  describe(`AccountRepository, ${name}`, () => {
    let accounts: AccountRepository;
    let people: PersonRepository;
    let memberships: MembershipRepository;
    let invitations: InvitationRepository;
    beforeAll(async () => {
      ({ accounts, people, memberships, invitations } = await make());
    });

    const add = async (overrides: Parameters<typeof anAccount>[0] = {}, email?: string) => {
      const account = anAccount(overrides);
      const owner = aPerson(email === undefined ? {} : { email });
      expect(await accounts.add(account, owner)).toEqual([]);
      return { account, owner };
    };

    it('is empty until the first account is added', async () => {
      const { accounts: fresh } = await make();
      expect(await fresh.isEmpty()).toBe(true);
      const account = anAccount();
      await fresh.add(account, aPerson());
      expect(await fresh.isEmpty()).toBe(false);
    });

    it('returns an account and its owner exactly as they were added', async () => {
      const createdAt = new Date('2026-03-03T10:00:00.123Z');
      const { account, owner } = await add({
        name: '😀'.repeat(100),
        plan: 'pro',
        form: {
          open: false,
          heading: '😀'.repeat(100),
          introduction: `one\ntwo ${'😀'.repeat(992)}`,
          thanks: "'; --",
          accent: '#0a84ff',
          emailField: 'required',
          language: 'pt-BR',
          receipts: false,
          statusMessages: 'always',
          requireIdentity: true,
        },
        publicPages: {
          roadmap: true,
          changelog: true,
          statuses: ['new', 'shipped'],
          counts: 'none',
          votes: true,
          searchEngines: true,
          introduction: '😀'.repeat(1_000),
        },
        identityKeys: [
          SECRET_KEY,
          { id: 'k', createdAt: NOON.toISOString(), type: 'jwks', url: 'https://a/"' },
        ],
        suspendedAt: new Date('2026-03-03T12:00:00.789Z'),
        formUsedAt: new Date('2026-03-03T11:00:00.456Z'),
        createdAt,
      });
      expect(await accounts.findBySlug(account.slug)).toEqual(account);
      expect(await people.find(owner.id)).toEqual(owner);
      expect(await memberships.listOf(owner.id)).toEqual([{ account, role: 'owner' }]);
    });

    it('replaces the identity keys of all accounts, or of none', async () => {
      const { accounts: all } = await make();
      const [one, two] = [anAccount({ identityKeys: [SECRET_KEY] }), anAccount()];
      for (const account of [one, two]) await all.add(account, aPerson());
      const isOurs = (keys: readonly IdentityKey[]) => keys.some(({ id }) => id === SECRET_KEY.id);
      const failing = all.reviseIdentityKeys((keys) => {
        if (isOurs(keys)) throw new Error('unknown key');
        return keys;
      });
      await expect(failing).rejects.toThrow('unknown key');
      const next = [{ ...SECRET_KEY, sealed: 'BB==' }];
      await all.reviseIdentityKeys((keys) => (isOurs(keys) ? next : null));
      expect((await all.findBySlug(one.slug))!.identityKeys).toEqual(next);
      expect((await all.findBySlug(two.slug))!.identityKeys).toEqual([]);
      expect(await all.reviseIdentityKeys(() => null)).toBe(0);
    });

    it('lists accounts with their owners, newest first, in pages', async () => {
      const { accounts: fresh } = await make();
      const added = [];
      for (const minute of [1, 3, 2]) {
        const account = anAccount({ createdAt: new Date(Date.UTC(2026, 2, 3, 10, minute)) });
        const owner = aPerson();
        await fresh.add(account, owner);
        added.push({ account, owner, members: 1 });
      }
      const [first, third, second] = added;
      expect(await fresh.list({ limit: 3 })).toEqual([third, second, first]);
      expect(await fresh.list({ limit: 1 })).toEqual([third, second]);
      expect(await fresh.list({ limit: 2, after: second!.account })).toEqual([first]);
      expect(await fresh.list({ limit: 2, after: first!.account })).toEqual([]);
    });

    it('lists accounts with the numbers of their members, with several owners once', async () => {
      const mark = randomUUID().slice(0, 13);
      const { account, owner } = await add({ slug: `a-${mark}`, createdAt: NOON });
      const second = { ...(await add({ slug: `b-${mark}`, createdAt: new Date(0) })), members: 1 };
      const team = teamOf({ accounts, invitations });
      await team.join(account, owner, 'owner');
      await team.join(account, owner, 'viewer', 2, second.owner);
      expect(await accounts.list({ search: mark, limit: 9 })).toEqual([
        { account, owner, members: 3 },
        second,
      ]);
    });

    it('lists accounts with a text in slug, name, or email address, in any case', async () => {
      const mark = randomUUID().slice(0, 13);
      const bySlug = await add({ slug: `a-${mark}` });
      const byName = await add({ name: `100%_ ${mark.toUpperCase()}` });
      const byEmail = await add({}, `${mark}@Example.com`);
      const search = async (text: string) => {
        const found = await accounts.list({ search: text, limit: 9 });
        return found.map(({ account }) => account.id).sort();
      };
      const idsOf = (...expected: { account: Account }[]) => expected.map(({ account }) => account.id).sort();
      expect(await search(mark.toUpperCase())).toEqual(idsOf(bySlug, byName, byEmail));
      expect(await search(`${mark}@example`)).toEqual(idsOf(byEmail));
      expect(await search(`100%_ ${mark}`)).toEqual(idsOf(byName));
      expect(await search(`1%${mark}`)).toEqual([]);
    });

    it('finds an account with its owner by slug and alias', async () => {
      const { account, owner } = await add();
      await add();
      const slug = `${account.slug}-2`;
      const change = { slug, aliases: [account.slug] };
      await accounts.revise(account.id, (current) => ({ ...current, ...change }));
      for (const name of [slug, account.slug]) {
        expect(await accounts.findWithOwner(name)).toEqual({ account: { ...account, ...change }, owner });
      }
      expect(await accounts.findWithOwner('nobody')).toBeNull();
    });

    it('finds nothing for an unknown slug', async () => {
      for (const text of ['', 'nobody', "'; --", '%', 'nobody@example.com']) {
        expect(await accounts.findBySlug(text)).toBeNull();
        expect(await accounts.findWithOwner(text)).toBeNull();
      }
    });

    it('returns every value that is taken, and then stores neither account nor owner', async () => {
      const { account, owner } = await add();
      const email = owner.email.toUpperCase();

      const sameSlug = anAccount({ slug: account.slug });
      const otherOwner = aPerson();
      expect(await accounts.add(sameSlug, otherOwner)).toEqual(['slug']);
      expect(await people.find(otherOwner.id)).toBeNull();

      const sameEmail = anAccount();
      expect(await accounts.add(sameEmail, aPerson({ email }))).toEqual(['email']);
      expect(await accounts.findBySlug(sameEmail.slug)).toBeNull();

      const sameSlugAndEmail = anAccount({ slug: account.slug });
      expect(await accounts.add(sameSlugAndEmail, aPerson({ email }))).toEqual(['slug', 'email']);
      expect(await memberships.listOf(owner.id)).toEqual([{ account, role: 'owner' }]);
    });

    it('adds one of many concurrent accounts with the same slug or email address', async () => {
      const slug = anAccount().slug;
      const candidates = Array.from({ length: 8 }, () => anAccount({ slug }));
      const results = await Promise.all(candidates.map((it) => accounts.add(it, aPerson())));
      expect(results.filter((taken) => taken.length === 0)).toHaveLength(1);

      const { email } = aPerson();
      const others = Array.from({ length: 8 }, () => anAccount());
      const second = await Promise.all(others.map((it) => accounts.add(it, aPerson({ email }))));
      expect(second.filter((taken) => taken.length === 0)).toHaveLength(1);
      expect(second.filter((taken) => taken[0] === 'email')).toHaveLength(7);
    });

    it('revises one account and no other', async () => {
      const { account } = await add();
      const { account: unrelated } = await add();
      const form = { ...account.form, open: false, heading: 'What is missing?', accent: '#00ff00' };
      const publicPages = { ...account.publicPages, roadmap: true, introduction: 'What is next' };
      const next = { ...account, name: 'Acme 2', plan: 'pro' as const, form, publicPages };
      expect(await accounts.revise(account.id, () => next)).toEqual(next);
      expect(await accounts.findBySlug(account.slug)).toEqual(next);
      expect(await accounts.findBySlug(unrelated.slug)).toEqual(unrelated);
    });

    const move = (account: Account, slug: string, aliases: readonly string[]) =>
      accounts.revise(account.id, (current) => ({ ...current, slug, aliases }));
    const aSlug = () => anAccount().slug;
    const SLUG_TAKEN = { kind: 'conflict', code: 'slug_taken', facts: { issues: [{ param: 'slug' }] } };

    it('rejects the slug of another account, and changes nothing', async () => {
      const { account } = await add();
      const { account: other } = await add();
      await expect(move(account, other.slug, [account.slug])).rejects.toMatchObject(SLUG_TAKEN);
      expect(await accounts.findBySlug(account.slug)).toEqual(account);
      expect(await accounts.findBySlug(other.slug)).toEqual(other);
    });

    it('finds an account by its slug and by each alias', async () => {
      const { account, owner } = await add();
      const [second, third] = [aSlug(), aSlug()];
      await move(account, second, [account.slug]);
      const next = { ...account, slug: third, aliases: [second, account.slug] };
      expect(await move(account, third, next.aliases)).toEqual(next);
      for (const slug of [third, second, account.slug]) {
        expect(await accounts.findBySlug(slug)).toEqual(next);
      }
      expect((await memberships.listOf(owner.id))[0]?.account).toEqual(next);
    });

    it('lets the account use an alias as its slug again', async () => {
      const { account } = await add();
      const slug = aSlug();
      await move(account, slug, [account.slug]);
      const next = { ...account, aliases: [slug] };
      expect(await move(account, account.slug, [slug])).toEqual(next);
      for (const each of [account.slug, slug]) expect(await accounts.findBySlug(each)).toEqual(next);
    });

    it('rejects an alias of another account', async () => {
      const { account } = await add();
      const { account: other } = await add();
      await move(account, aSlug(), [account.slug]);
      const rejectedAccount = anAccount({ slug: account.slug });
      expect(await accounts.add(rejectedAccount, aPerson())).toEqual(['slug']);
      await expect(move(other, account.slug, [other.slug])).rejects.toMatchObject(SLUG_TAKEN);
      expect((await accounts.findBySlug(account.slug))?.id).toBe(account.id);
    });

    it('releases an alias that the account removes, and all aliases of a removed account', async () => {
      const { account } = await add();
      const [second, third] = [aSlug(), aSlug()];
      await move(account, second, [account.slug]);
      await move(account, third, [second]);
      expect(await accounts.findBySlug(account.slug)).toBeNull();
      await add({ slug: account.slug });
      await accounts.remove(account.id, new Date());
      for (const slug of [second, third]) {
        expect(await accounts.findBySlug(slug)).toBeNull();
        await add({ slug });
      }
    });

    it('gives a slug to one of many concurrent new and existing accounts', async () => {
      const slug = aSlug();
      const existingAccounts = await Promise.all(Array.from({ length: 6 }, () => add()));
      const newAccounts = Array.from({ length: 6 }, () => anAccount({ slug }));
      const results = await Promise.all([
        ...existingAccounts.map(({ account }) =>
          move(account, slug, [account.slug]).then(
            () => account.id,
            (error: DomainError) => error.code,
          ),
        ),
        ...newAccounts.map(async (it) => {
          const [taken] = await accounts.add(it, aPerson());
          return taken ? `${taken}_taken` : it.id;
        }),
      ]);
      const winners = results.filter((result) => result !== 'slug_taken');
      expect(winners).toEqual([(await accounts.findBySlug(slug))?.id]);
      for (const { account } of existingAccounts) {
        expect((await accounts.findBySlug(account.slug))?.id).toBe(account.id);
      }
    });

    it('rejects two accounts that swap their slugs concurrently', async () => {
      const { account: one } = await add();
      const { account: two } = await add();
      const trade = (from: Account, to: Account) => move(from, to.slug, []).catch((e: DomainError) => e.code);
      expect(await Promise.all([trade(one, two), trade(two, one)])).toEqual(['slug_taken', 'slug_taken']);
    });

    it('writes nothing if the change throws, and applies the next change', async () => {
      const { account } = await add();
      const broken = accounts.revise(account.id, () => {
        throw new Error('no');
      });
      await expect(broken).rejects.toThrow('no');
      expect(await accounts.findBySlug(account.slug)).toEqual(account);
      const next = { ...account, name: 'after all' };
      expect(await accounts.revise(account.id, () => next)).toEqual(next);
    });

    it('returns null to revise an unknown or malformed ID', async () => {
      for (const id of [randomUUID(), 'abc', '', "'; --"]) {
        expect(await accounts.revise(id, (current) => current)).toBeNull();
      }
    });

    it('applies every one of many concurrent changes', async () => {
      const { account } = await add({ name: '0' });
      const count = () =>
        accounts.revise(account.id, (current) => ({ ...current, name: String(Number(current.name) + 1) }));
      await Promise.all(Array.from({ length: 20 }, count));
      expect((await accounts.findBySlug(account.slug))?.name).toBe('20');
    });

    const at = new Date('2026-03-03T12:00:00.789Z');

    it('removes one account with its owner, and no other', async () => {
      const { account, owner } = await add();
      const { account: unrelated } = await add();
      for (const id of [randomUUID(), 'abc', '']) expect(await accounts.remove(id, at)).toBe(false);
      expect(await accounts.remove(account.id, at)).toBe(true);
      expect(await accounts.remove(account.id, at)).toBe(false);
      expect(await accounts.findBySlug(account.slug)).toBeNull();
      expect(await people.find(owner.id)).toBeNull();
      expect(await memberships.listOf(owner.id)).toEqual([]);
      expect(await accounts.findBySlug(unrelated.slug)).toEqual(unrelated);
      expect(await accounts.isEmpty()).toBe(false);
    });

    it('lists each removed account with its time until it is forgotten', async () => {
      const { accounts: fresh } = await make();
      const ids: string[] = [];
      for (const hour of ['12', '10', '11']) {
        const account = anAccount();
        await fresh.add(account, aPerson());
        await fresh.remove(account.id, new Date(`2026-03-03T${hour}:00:00.789Z`));
        ids.push(account.id);
      }
      const [last, first, second] = ids as [string, string, string];
      for (const id of [first, randomUUID(), 'abc', '']) await fresh.remove(id, at);
      expect(await fresh.listRemoved()).toEqual([
        { accountId: first, removedAt: new Date('2026-03-03T10:00:00.789Z') },
        { accountId: second, removedAt: new Date('2026-03-03T11:00:00.789Z') },
        { accountId: last, removedAt: new Date('2026-03-03T12:00:00.789Z') },
      ]);
      for (const id of [second, second, randomUUID(), 'abc', '']) await fresh.forgetRemoved(id);
      expect((await fresh.listRemoved()).map(({ accountId }) => accountId)).toEqual([first, last]);
    });

    it('lists an account once that is removed by concurrent calls', async () => {
      const { accounts: fresh } = await make();
      const account = anAccount();
      await fresh.add(account, aPerson());
      const results = await Promise.all(Array.from({ length: 8 }, () => fresh.remove(account.id, at)));
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await fresh.listRemoved()).toEqual([{ accountId: account.id, removedAt: at }]);
    });
  });
}
