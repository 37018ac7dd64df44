import { randomUUID } from 'node:crypto';
import type { View, ViewRepository } from '../../src';
import { anAccountId, idAt } from '../items/feedback-builders';

const aView = (overrides: Partial<View> = {}): View => ({
  id: idAt('2026-03-03T10:00:00.000Z'),
  name: 'Urgent',
  parameters: { status: 'new', q: 'crash' },
  shared: false,
  ...overrides,
});

/** Contract tests of `ViewRepository`. Every adapter runs all of them. */
export function viewRepositoryContract(name: string, make: () => Promise<ViewRepository>): void {
  /** dashboard.md 15 */
  describe(`ViewRepository, ${name}`, () => {
    let views: ViewRepository;
    let accountId: string;
    let personId: string;

    beforeAll(async () => {
      views = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
      personId = randomUUID();
    });

    const store = (...stored: View[]) => views.revise(accountId, personId, () => stored);
    const list = () => views.list(accountId, personId);

    it('returns what was stored, in its order', async () => {
      const text = 'ü 日本 🙂 "quoted" \\ {a,b} \n\t %_';
      const first = aView({ name: text, parameters: { q: text, later: 'x', empty: '' } });
      const second = aView({ name: 'b', parameters: {} });
      expect(await list()).toEqual([]);
      expect(await store(first, second)).toEqual([first, second]);
      expect(await list()).toEqual([first, second]);
      await store(second, first);
      expect(await list()).toEqual([second, first]);
    });

    it('stores changed, new, and missing views in one step', async () => {
      const [kept, changed, removed] = [aView(), aView(), aView()];
      const added = aView();
      await store(kept, changed, removed);
      const next = { ...changed, name: 'Changed', parameters: { sort: 'title' } };
      await views.revise(accountId, personId, (current) => {
        expect(current).toEqual([kept, changed, removed]);
        return [added, kept, next];
      });
      expect(await list()).toEqual([added, kept, next]);
      await store();
      expect(await list()).toEqual([]);
    });

    it('stores nothing if the change throws', async () => {
      await store(aView());
      const before = await list();
      const failure = new Error('rejected');
      await expect(
        views.revise(accountId, personId, () => {
          throw failure;
        }),
      ).rejects.toBe(failure);
      expect(await list()).toEqual(before);
    });

    it('applies concurrent changes one after the other', async () => {
      const added = Array.from({ length: 10 }, () => aView());
      await Promise.all(
        added.map((view) => views.revise(accountId, personId, (current) => [...current, view])),
      );
      const ids = (of: readonly View[]) => of.map(({ id }) => id).sort();
      expect(ids(await list())).toEqual(ids(added));
    });

    it('separates accounts and people', async () => {
      const mine = aView();
      await store(mine);
      const [otherAccount, otherPerson] = [anAccountId(), randomUUID()];
      const theirs = aView();
      await views.revise(accountId, otherPerson, () => [theirs]);
      await views.revise(otherAccount, personId, () => []);
      expect(await views.list(otherAccount, personId)).toEqual([]);
      expect(await views.list(accountId, otherPerson)).toEqual([theirs]);
      await views.removeAll(otherAccount);
      expect(await list()).toEqual([mine]);
    });

    it('has shared views for every member of the account, after the own ones', async () => {
      const otherPerson = randomUUID();
      const [mine, theirs] = [aView({ name: 'Mine' }), aView({ name: 'Theirs' })];
      const [one, two] = [aView({ shared: true }), aView({ shared: true, name: 'Second' })];
      await store(mine, one);
      await views.revise(accountId, otherPerson, (current) => {
        expect(current).toEqual([one]);
        return [theirs, two, one];
      });
      expect(await list()).toEqual([mine, two, one]);
      expect(await views.list(accountId, otherPerson)).toEqual([theirs, two, one]);
      expect(await views.list(anAccountId(), personId)).toEqual([]);

      const own = { ...two, shared: false };
      await store(mine, own, one);
      expect(await views.list(accountId, otherPerson)).toEqual([theirs, one]);
      expect(await list()).toEqual([mine, own, one]);
      await store(mine, own);
      expect(await views.list(accountId, otherPerson)).toEqual([theirs]);
    });

    it('removes all views of an account', async () => {
      const otherPerson = randomUUID();
      await store(aView(), aView());
      await views.revise(accountId, otherPerson, () => [aView(), aView({ shared: true })]);
      await views.removeAll(accountId);
      expect([...(await list()), ...(await views.list(accountId, otherPerson))]).toEqual([]);
      await views.removeAll(accountId);
    });
  });
}
