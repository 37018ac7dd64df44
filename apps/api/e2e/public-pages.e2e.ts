import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

/** public.md 2 */
describe('/app/api/public-pages', () => {
  const { service, client } = useService();
  const DEFAULTS = {
    roadmap: false,
    statuses: ['planned', 'building', 'shipped'],
    counts: 'confirmed',
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
    [{ statuses: ['declined'], counts: 'all' }, 'statuses[0] invalid_value'],
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
