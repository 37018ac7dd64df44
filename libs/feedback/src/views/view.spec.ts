import { DomainError, parse } from '@libs/kernel';
import { inOrder, withChange, withoutView, VIEWS_MAX, withView, type View } from './view';
import { newViewRule, viewChangeRule, viewOrderRule } from './view.rules';

const view = (id: string, name = id): View => ({ id, name, parameters: {}, shared: false });
const [A, B, C] = [view('a'), view('b'), view('c')];
const [X, Y] = ['x', 'y'].map((id) => ({ ...view(id), shared: true })) as [View, View];
const coded = (code: string) => expect.objectContaining({ code });

/** dashboard.md 15 */
describe('views', () => {
  it('adds a view at the end, or at a position', () => {
    expect(withView([A, B], C)).toEqual([A, B, C]);
    expect(withView([A, B], C, 0)).toEqual([C, A, B]);
    expect(withView([A, B], C, 20)).toEqual([A, B, C]);
  });

  it('rejects one view too many', () => {
    const full = Array.from({ length: VIEWS_MAX - 1 }, (_, i) => view(`v${i}`));
    expect(withView(full, A)).toHaveLength(30);
    expect(() => withView(withView(full, A), B)).toThrow(coded('view_limit_reached'));
  });

  it.each(['Übersicht', 'übersicht', 'ÜBERSICHT'])(
    'rejects the name of another view in any case: %s',
    (name) => {
      const views = [view('1', 'Übersicht'), B];
      expect(() => withView(views, view('2', name))).toThrow(coded('view_name_taken'));
      expect(() => withChange(views, 'b', { name })).toThrow(coded('view_name_taken'));
      expect(withChange(views, '1', { name })[0]!.name).toBe(name);
    },
  );

  it('changes only the given fields', () => {
    const [stored] = withChange([{ ...A, parameters: { q: 'x' } }], 'a', { name: 'New' });
    expect(stored).toEqual({ id: 'a', name: 'New', parameters: { q: 'x' }, shared: false });
    expect(withChange([A, B], 'b', { parameters: { q: 'y' } })).toEqual([
      A,
      { ...B, parameters: { q: 'y' } },
    ]);
    expect(() => withChange([A], 'b', {})).toThrow(coded('view_not_found'));
  });

  it('sorts the views, and rejects IDs that are not those of all views', () => {
    expect(inOrder([A, B, C], ['c', 'a', 'b'])).toEqual([C, A, B]);
    for (const ids of [['a', 'b'], ['a', 'b', 'c', 'd'], ['a', 'b', 'b'], ['a', 'b', 'd'], []]) {
      expect(() => inOrder([A, B, C], ids)).toThrow(coded('views_changed'));
    }
  });

  it('has own views before shared ones, each with a limit and names of their own', () => {
    expect(withView([A, X], B)).toEqual([A, B, X]);
    expect(withView([A, X], Y, 0)).toEqual([A, Y, X]);
    expect(withView([A, X], { ...Y, name: 'A' })).toEqual([A, X, { ...Y, name: 'A' }]);
    expect(() => withView([A, X], { ...Y, name: 'X' })).toThrow(coded('view_name_taken'));
    const full = Array.from({ length: VIEWS_MAX }, (_, i) => view(`v${i}`));
    expect(withView(full, X)).toHaveLength(31);
    expect(() => withChange([...full, X], 'x', { shared: false })).toThrow(coded('view_limit_reached'));
  });

  it('shares a view, and ends sharing it, last among the others', () => {
    expect(withChange([A, B, X], 'a', { shared: true })).toEqual([B, X, { ...A, shared: true }]);
    expect(withChange([A, X, Y], 'x', { shared: false, name: 'Own' })).toEqual([
      A,
      { ...X, shared: false, name: 'Own' },
      Y,
    ]);
    expect(withChange([A, X], 'x', { shared: true })).toEqual([A, X]);
    expect(() => withChange([A, { ...X, name: 'a' }], 'x', { shared: false })).toThrow(
      coded('view_name_taken'),
    );
  });

  it('sorts the own views or the shared ones', () => {
    expect(inOrder([A, B, X, Y], ['b', 'a'])).toEqual([B, A, X, Y]);
    expect(inOrder([A, B, X, Y], ['y', 'x'])).toEqual([A, B, Y, X]);
    for (const ids of [['a', 'b', 'x', 'y'], ['x'], ['x', 'a'], ['a', 'x']]) {
      expect(() => inOrder([A, B, X, Y], ids)).toThrow(coded('views_changed'));
    }
  });

  it('removes a view', () => {
    expect(withoutView([A, B, C], 'b')).toEqual([A, C]);
    expect(() => withoutView([A], 'b')).toThrow(coded('view_not_found'));
  });
});

describe('newViewRule', () => {
  const read = (more: object) => parse(newViewRule, { name: 'Urgent', parameters: {}, ...more });
  const issuesOf = (more: object) => {
    try {
      return read(more) && [];
    } catch (error) {
      const { facts } = error as { facts: { issues: { param: string; code: string }[] } };
      return facts.issues.map(({ param, code }) => [param, code]);
    }
  };

  it('accepts every filter of the inbox, as sent', () => {
    const parameters = {
      q: 'dark mode',
      status: 'planned',
      source: 'form',
      sort: '-updated_at',
      submitter_email: 'Ada@example.com',
      created_after: '2026-03-03T10:00:00+01:00',
      import: '019CB391-C200-7461-810D-902141CBDD6B',
    };
    expect(read({ parameters }).parameters).toEqual(parameters);
  });

  it('trims the name and limits it to 60 code points', () => {
    expect(read({ name: ` ${'🙂'.repeat(60)} ` }).name).toBe('🙂'.repeat(60));
    expect(issuesOf({ name: '🙂'.repeat(61) })).toEqual([['name', 'too_long']]);
    expect(issuesOf({ name: ' ' })).toEqual([['name', 'empty_value']]);
    expect(issuesOf({ name: 'a\nb' })).toEqual([['name', 'invalid_characters']]);
  });

  it.each([
    [{ limit: '5' }, ['parameters.limit', 'unknown_field']],
    [{ __proto__: null, toString: 'x' }, ['parameters.toString', 'unknown_field']],
    [{ status: 'open' }, ['parameters.status', 'invalid_value']],
    [{ status: 1 }, ['parameters.status', 'invalid_type']],
    [{ q: '\0' }, ['parameters.q', 'invalid_characters']],
    [{ q: '' }, ['parameters.q', 'empty_value']],
    [['q'], ['parameters', 'invalid_type']],
    [null, ['parameters', 'missing_required_field']],
  ])('rejects the parameters %j', (parameters, issue) => {
    expect(issuesOf({ parameters })).toEqual([issue]);
  });

  it('does not change the position with a change', () => {
    expect(() => parse(viewChangeRule, { position: 1 })).toThrow(coded('read_only_field'));
  });
});

describe('viewOrderRule', () => {
  it('accepts up to 30 texts', () => {
    const ids = Array.from({ length: 30 }, (_, i) => `${i}`);
    expect(parse(viewOrderRule, { ids }).ids).toEqual(ids);
    for (const invalid of [[...ids, '30'], [1], 'a', null]) {
      expect(() => parse(viewOrderRule, { ids: invalid })).toThrow(DomainError);
    }
  });
});
