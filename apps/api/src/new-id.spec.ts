import { idGenerator, newId } from './new-id';

/** items.md 1 */
describe('IDs', () => {
  const timeOf = (id: string) => parseInt(id.replace('-', '').slice(0, 12), 16);

  it('are UUIDv7 of the given time that ascend within a millisecond', () => {
    const at = new Date('2026-03-03T10:00:00.123Z');
    const ids = Array.from({ length: 1000 }, () => newId(at));
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(timeOf(id)).toBe(at.getTime());
    }
  });

  it('of one generator ascend, whatever another one makes in between', () => {
    const [one, other] = [idGenerator(), idGenerator()];
    const at = new Date('2026-03-03T10:00:00.123Z');
    const ids = Array.from({ length: 100 }, (_, n) => {
      other(new Date(at.getTime() + n));
      return one(at);
    });
    expect(ids).toEqual([...ids].sort());
  });

  it('can have an earlier time than the last one', () => {
    const earlier = new Date('2020-01-01T00:00:00Z');
    newId(new Date('2026-03-03T10:00:00Z'));
    expect(timeOf(newId(earlier))).toBe(earlier.getTime());
  });
});
