import fc from 'fast-check';
import { excessOf } from './json-bounds';

const BOUNDS = { depth: 32, values: 2000 };
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('excessOf', () => {
  /** A buffer that counts reads. */
  function counted(text: string) {
    const bytes = Buffer.from(text);
    const counter = { reads: 0 };
    const view = new Proxy(bytes, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) counter.reads++;
        return Reflect.get(target, name, target) as unknown;
      },
    });
    return { view, counter };
  }

  it.each([
    ['450,000 nested brackets', nested(450_000), 33],
    ['80,000 members', `{${Array(80_000).fill('"a":1').join()}}`, 6 * 2000],
    ['alternating brackets', '[]'.repeat(500_000), 2 * 2000],
  ])('stops reading %s at the first excess', (_name, text, most) => {
    const { view, counter } = counted(text);
    expect(excessOf(view, BOUNDS)).not.toBeNull();
    expect(counter.reads).toBeLessThanOrEqual(most);
  });

  it.each([
    '"'.repeat(100_000),
    `"${'\\"'.repeat(50_000)}"`,
    `"${'['.repeat(100_000)}"`,
    ']'.repeat(100_000),
  ])('reads each byte at most once (%#)', (text) => {
    const { view, counter } = counted(text);
    excessOf(view, BOUNDS);
    expect(counter.reads).toBeLessThanOrEqual(text.length);
  });

  it('counts what JSON.parse finds, and nothing inside strings', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map((member) => depthOf(member)))
        : 0;
    const text = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', 'ä', 'a') });
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { withCrossShrink: true },
        text,
        fc.array(tie('value')),
        fc.dictionary(text, tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(value, fc.nat(40), (inner, depth) => {
        let outer: unknown = inner;
        for (let i = 0; i < depth; i++) outer = [outer];
        const isDeep = depthOf(outer) > 32;
        expect(excessOf(Buffer.from(JSON.stringify(outer)), BOUNDS)?.includes('levels') ?? false).toBe(
          isDeep,
        );
      }),
    );
  });
});
