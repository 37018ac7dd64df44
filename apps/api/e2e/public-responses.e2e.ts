import { Dashboard } from './support/dashboard';
import { memberOf } from './support/team';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const TAG = 'internal tag';
const NOTE = 'Ada is a difficult customer';
const ASSIGNEE = 'Wilhelmina Quill';
const LINK = 'https://tracker.example/secret';
const TITLES = ['Indigo dashboards', 'Indigo reports'];
/** Fields of an item that only members may see. */
const INTERNAL = [
  'tags',
  'merged_into',
  'duplicate_count',
  'request_count',
  'request_value',
  'notes',
  'history',
  'external_id',
  'assignee',
  'links',
];

/** form.md 1, history.md 3 */
describe('responses without a key or session', () => {
  const { service, client } = useService();

  async function accountWithItems() {
    const owner = await Dashboard.forNewAccount(service, client);
    const { account } = owner;
    const call = (method: string, path: string, body: object) =>
      client.call(method, `${BASE}${path}`, { key: account.key, body });
    const created = await Promise.all(
      TITLES.map((title) =>
        call('POST', '', { title, tags: [TAG], links: [{ url: LINK }], external_id: `crm ${title}` }),
      ),
    );
    const [target, duplicate] = created.map(({ json }): string => json.data.id);
    await call('POST', `/${target}/notes`, { text: NOTE });
    const { personId } = await memberOf(service, client, { accountId: account.id, role: 'editor' });
    await service.dataSource.query(`UPDATE people SET name = $1 WHERE id = $2`, [ASSIGNEE, personId]);
    expect((await owner.patch(`feedback/${target}`, { assignee_id: personId })).status).toBe(200);
    const merge = await call('PATCH', `/${duplicate}`, { merged_into: target });
    expect([...created.map(({ status }) => status), merge.status]).toEqual([201, 201, 200]);
    return {
      slug: account.slug,
      secrets: [TAG, LINK, NOTE, ASSIGNEE, ...TITLES, target!, duplicate!, 'crm '],
    };
  }

  it('contain no tags, notes, changes, assignees, or duplicates of items', async () => {
    const { slug, secrets } = await accountWithItems();
    const routes = service.routes.routes.filter(({ access }) =>
      ['visitor', 'anyone'].includes(access.caller),
    );
    expect(routes.filter(({ access }) => access.caller === 'visitor').length).toBeGreaterThan(5);
    for (const { method, url, access } of routes) {
      const path = url.replace(':slug', slug).replace(/:\w+|\*/g, 'x');
      const { text } = await client.call(method, path, method === 'POST' ? { body: { title: 'New' } } : {});
      const isVisitor = access.caller === 'visitor' && !url.endsWith('.js');
      const internal = isVisitor ? [...secrets, ...INTERNAL] : secrets;
      expect([path, internal.filter((value) => text.includes(value))]).toEqual([path, []]);
    }
  });
});
