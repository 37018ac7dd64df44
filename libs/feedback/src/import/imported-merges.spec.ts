import { DUPLICATES_MAX } from '../duplicates/merge';
import { plannedImportMerges, type KnownItem } from './imported-merges';

const created: KnownItem = { target: '', duplicates: 0, isCreated: true };
const itemsOf = (ids: readonly string[], existing: Readonly<Record<string, Partial<KnownItem>>> = {}) =>
  new Map([
    ...ids.map((id): [string, KnownItem] => [id, { ...created, target: id }]),
    ...Object.entries(existing).map(([id, more]): [string, KnownItem] => [
      id,
      { target: id, duplicates: 0, isCreated: false, ...more },
    ]),
  ]);
const merges = (...pairs: string[]) =>
  pairs.map((pair) => ({ id: pair.split('>')[0]!, target: pair.split('>')[1]! }));

/** import.md 13 */
describe('plannedImportMerges', () => {
  it('merges items into one target, and counts its duplicates', () => {
    const { outcomes, merged, targets } = plannedImportMerges(merges('a>c', 'b>c'), itemsOf(['a', 'b', 'c']));
    expect(outcomes).toEqual(['merged', 'merged']);
    expect(merged).toEqual([
      { id: 'a', via: 'c', target: 'c' },
      { id: 'b', via: 'c', target: 'c' },
    ]);
    expect([...targets]).toEqual([['c', 2]]);
  });

  it.each([[['a>b', 'b>c', 'c>d']], [['c>d', 'b>c', 'a>b']], [['b>c', 'a>b', 'c>d']]])(
    'follows merges of merges, in any order: %j',
    (pairs) => {
      const { merged, targets } = plannedImportMerges(merges(...pairs), itemsOf(['a', 'b', 'c', 'd']));
      expect(merged.map(({ target }) => target)).toEqual(['d', 'd', 'd']);
      expect(merged.find(({ id }) => id === 'a')).toEqual({ id: 'a', via: 'b', target: 'd' });
      expect([...targets]).toEqual([['d', 3]]);
    },
  );

  it('merges into items that existed, and into the targets of these', () => {
    const known = itemsOf(['a', 'b'], { x: { target: 'y' }, y: { duplicates: 4 } });
    const { merged, targets } = plannedImportMerges(merges('a>x', 'b>y'), known);
    expect(merged).toEqual([
      { id: 'a', via: 'x', target: 'y' },
      { id: 'b', via: 'y', target: 'y' },
    ]);
    expect([...targets]).toEqual([['y', 6]]);
  });

  it('leaves out what is not possible, and merges the rest', () => {
    const known = itemsOf(['a', 'b', 'c'], { x: {} });
    const { outcomes, targets } = plannedImportMerges(
      merges('a>a', 'a>b', 'b>a', 'b>unknown', 'c>b', 'x>a', 'other>a'),
      known,
    );
    expect(outcomes).toEqual(['circular', 'merged', 'circular', 'unknown', 'merged', 'skipped', 'skipped']);
    expect([...targets]).toEqual([['b', 2]]);
  });

  it('accepts as many duplicates as a merge does, in a chain, too', () => {
    const ids = Array.from({ length: DUPLICATES_MAX + 2 }, (_, i) => String(i));
    const chain = ids.slice(1).map((id) => `${id}>${Number(id) - 1}`);
    const started = process.cpuUsage();
    const { outcomes, targets } = plannedImportMerges(merges(...chain.toReversed()), itemsOf(ids));
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
    expect(outcomes.filter((outcome) => outcome === 'merged')).toHaveLength(DUPLICATES_MAX);
    expect(outcomes.at(-1)).toBe('full');
    expect([...targets]).toEqual([['1', DUPLICATES_MAX]]);
  });
});
