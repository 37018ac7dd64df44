import { byOf, changeOf, compactChange } from './changes';

const NO_NAMES = () => null;
const timestamp = '2026-03-03T10:00:00.123Z';

/** mcp.md 4 */
describe('a change', () => {
  it('has the old and the new value of each changed field, and cuts long texts', () => {
    const data = {
      feedback: { id: 'a', title: 'T'.repeat(61), status: 'planned' },
      previous: { title: 'Old', status: 'new' },
      version: 2,
    };
    const actor = { type: 'api_key', id: 'k' } as const;
    const change = changeOf({ type: 'feedback.updated', timestamp, actor, data }, () => 'Support desk');
    const title = `${'T'.repeat(60)}…`;
    expect(compactChange(change)).toEqual({
      at: '2026-03-03T10:00:00Z',
      by: 'Support desk',
      type: 'updated',
      id: 'a',
      title,
      changes: { title: ['Old', title], status: ['new', 'planned'] },
    });
  });

  it('has only the ID of a deleted item, and the number of imported ones', () => {
    const event = { timestamp, actor: { type: 'import' } } as const;
    const gone = changeOf({ ...event, type: 'feedback.deleted', data: { feedback: { id: 'a' } } }, NO_NAMES);
    expect(compactChange(gone)).toEqual({
      at: '2026-03-03T10:00:00Z',
      by: 'import',
      type: 'deleted',
      id: 'a',
    });
    const data = { import: { created: 7, existing: 1 } };
    const imported = changeOf({ ...event, type: 'feedback.imported', data }, NO_NAMES);
    expect(compactChange(imported)).toMatchObject({ type: 'imported', created: 7 });
  });

  it('names an unknown actor by its type and the end of its ID', () => {
    expect(byOf({ type: 'api_key', id: '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f' }, NO_NAMES)).toBe(
      'api_key 3d4e5f',
    );
    expect(byOf({ type: 'visitor' }, NO_NAMES)).toBe('visitor');
  });
});
