import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const { service, client } = useService();

/** public.md 2 */
describe('/app/api/public-pages', () => {
  const DEFAULTS = {
    roadmap: false,
    statuses: ['planned', 'building', 'shipped'],
    counts: 'confirmed',
    votes: false,
    changelog: false,
    search_engines: false,
    introduction: null,
  };

  it('returns the defaults for a new account, and changes the given settings', async () => {
    const mine = await Dashboard.forNewAccount(service, client);
    expect((await mine.get('public-pages')).json).toEqual({ data: DEFAULTS });
    const change = {
      roadmap: true,
      statuses: ['shipped', 'planned'],
      introduction: 'What is next.\nAnd why.',
    };
    const changed = await mine.patch('public-pages', change);
    const expected = { ...DEFAULTS, ...change, statuses: ['planned', 'shipped'] };
    expect([changed.status, changed.json]).toEqual([200, { data: expected }]);
    expect((await mine.get('public-pages')).json).toEqual({ data: expected });
    expect((await mine.patch('public-pages', {})).json).toEqual({ data: expected });
    expect((await mine.get('account/export')).json.public_pages).toEqual(expected);
    const other = await Dashboard.forNewAccount(service, client);
    expect((await other.get('public-pages')).json).toEqual({ data: DEFAULTS });
  });

  it.each<[object, string]>([
    [{ statuses: ['declined'], counts: 'some' }, 'statuses[0] invalid_value'],
    [{ statuses: [] }, 'statuses empty_value'],
    [{ introduction: 'x'.repeat(1_001) }, 'introduction too_long'],
    [{ language: 'de' }, 'language unknown_field'],
  ])('rejects %j, and changes nothing', async (change, expected) => {
    const mine = await Dashboard.forNewAccount(service, client);
    const { status, json } = await mine.patch('public-pages', { roadmap: true, ...change });
    expect([status, `${json.error.param} ${json.error.code}`]).toEqual([400, expected]);
    expect((await mine.get('public-pages')).json).toEqual({ data: DEFAULTS });
  });
});

/** public.md 3 */
it('lists cards that have not moved for a long time', async () => {
  const mine = await Dashboard.forNewAccount(service, client);
  const { data } = (await mine.post('feedback', { title: 'Private', status: 'planned' })).json;
  await mine.call('PUT', `feedback/${data.id}/public`, { body: { title: 'Dark theme' } });
  expect((await mine.get('public-pages/unmoved')).json).toEqual({ data: [] });
  const long = '2026-01-01T00:00:00.000Z';
  const database = await service.connectAsAdmin();
  await database.query('UPDATE public_moves SET at = $2 WHERE item_id = $1', [data.id, long]);
  await database.end();
  const card = { id: data.id, title: 'Dark theme', status: 'planned', moved_at: long };
  expect((await mine.get('public-pages/unmoved')).json).toEqual({ data: [card] });
});
