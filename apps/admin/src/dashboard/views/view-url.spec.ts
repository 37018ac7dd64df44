import type { View } from '@libs/contract';
import { openViewOf } from './use-open-view';
import { isChanged, listKey, moved, toViewParameters, toViewSearch } from './view-url';

const view = (parameters: View['parameters'], more: Partial<View> = {}): View => ({
  id: 'v1',
  name: 'View',
  parameters,
  ignored: [],
  shared: false,
  ...more,
});
const params = (search: string) => new URLSearchParams(search);

/** dashboard.md 15 */
describe('views in the URL', () => {
  it.each([
    'q=dark+mode',
    'status=planned&sort=title',
    'source=form&sender=ada%40example.com',
    'requested_by=ada%40example.com&sort=-request_value',
    'from=2026-03-03&to=2026-03-03',
    'to=2026-11-01',
    'import=0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f',
  ])('shows the list that was saved: %s', (search) => {
    const shown = toViewSearch(view(toViewParameters(params(`${search}&item=x&view=other`))));
    expect(listKey(shown)).toBe(listKey(params(search)));
    expect([shown.get('view'), shown.get('item')]).toEqual(['v1', null]);
    expect(isChanged(view(toViewParameters(params(search))), params(`${search}&item=x`))).toBe(false);
  });

  it('saves no parameters for the whole inbox', () => {
    expect(toViewParameters(params('sort=-created_at&status=&view=v1'))).toEqual({});
  });

  it('shows whole days of the browser for times of another time zone', () => {
    const after = new Date(2026, 2, 3, 7).toISOString();
    const before = new Date(2026, 2, 5, 0).toISOString();
    const shown = toViewSearch(view({ created_after: after, created_before: before }));
    expect([shown.get('from'), shown.get('to')]).toEqual(['2026-03-03', '2026-03-04']);
  });

  it('is changed if the list differs from the view, or from the whole inbox', () => {
    expect(isChanged(undefined, params(''))).toBe(false);
    expect(isChanged(undefined, params('item=x&view=gone'))).toBe(false);
    expect(isChanged(undefined, params('q=a'))).toBe(true);
    expect(isChanged(view({ q: 'a' }), params('q=a&view=v1'))).toBe(false);
    expect(isChanged(view({ q: 'a' }), params('q=a&sort=title'))).toBe(true);
    expect(isChanged(view({ q: 'a' }), params(''))).toBe(true);
    expect(isChanged(view({}, { ignored: ['tag'] }), params(''))).toBe(true);
  });

  it('finds the open view', () => {
    const views = [view({}, { id: 'a' }), view({}, { id: 'b' })];
    expect(openViewOf(views, params('view=b'))).toBe(views[1]);
    expect(openViewOf(views, params('view=c'))).toBeUndefined();
    expect(openViewOf(undefined, params('view=b'))).toBeUndefined();
  });

  it('moves a view up or down', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => view({}, { id })) as [View, View, View];
    expect(moved([a, b, c], c, -1)).toEqual([a, c, b]);
    expect(moved([a, b, c], a, 1)).toEqual([b, a, c]);
    expect(moved([a, b, c], c, -2)).toEqual([c, a, b]);
  });
});
