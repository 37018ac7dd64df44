import { VISITOR } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  aQuarantined,
  InMemoryDigestMailRepository,
  InMemoryFeedbackRepository,
  InMemoryQuarantineRepository,
  InMemoryViewRepository,
} from '../../testing';
import { DigestMailUseCases } from './digest-mail.use-cases';

const EVER = { after: 0, until: 100 };

/** notifications.md 6 */
describe('DigestMailUseCases', () => {
  const items = new InMemoryFeedbackRepository();
  const views = new InMemoryViewRepository();
  const quarantine = new InMemoryQuarantineRepository(items);
  const digestMail = new DigestMailUseCases(new InMemoryDigestMailRepository(items), views, quarantine, [
    'form',
  ]);
  const [personId, other] = [anAccountId(), anAccountId()];
  let accountId: string;
  beforeEach(() => {
    accountId = anAccountId();
  });

  const add = (more: object = {}) =>
    items.add(aFeedback({ accountId, source: 'form', title: 'Dark mode', ...more }), VISITOR);
  const addView = async (more: object = {}) => {
    const view = { id: anAccountId(), name: 'Dark', parameters: { q: 'dark' }, shared: false, ...more };
    await views.revise(accountId, personId, (all) => [...all, view]);
    return view.id;
  };
  const totalOf = async (viewId: string | null, reader = personId) => {
    const { total, view } = await digestMail.newFeedback({ accountId, personId: reader }, viewId, EVER);
    return [total, view];
  };

  it('contains the items of a view, with its name', async () => {
    await add();
    await add({ title: 'Export' });
    await add({ source: 'api' });
    expect(await totalOf(null)).toEqual([2, null]);
    expect(await totalOf(await addView())).toEqual([1, 'Dark']);
  });

  it('contains all items if the view was deleted, or belongs to another person', async () => {
    await add({ title: 'Export' });
    const mine = await addView();
    expect(await totalOf(anAccountId())).toEqual([1, null]);
    expect(await totalOf(mine, other)).toEqual([1, null]);
    expect(await totalOf(await addView({ shared: true }), other)).toEqual([0, 'Dark']);
  });

  it('ignores the merged items and unknown parameters of a view', async () => {
    await add();
    const parameters = { merged: 'only', later: 'x', status: 'unknown' };
    expect(await totalOf(await addView({ parameters }))).toEqual([1, 'Dark']);
  });

  it('counts the items in quarantine', async () => {
    await quarantine.add(aQuarantined({ accountId }));
    expect(await digestMail.quarantined(accountId)).toBe(1);
  });
});
