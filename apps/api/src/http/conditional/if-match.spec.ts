import type { ExpectedVersion } from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import { IfMatch } from './if-match';

const CHANGED = 'The item has changed since it was read';
const WEAK = 'Weak ETags never match If-Match; send the strong one, such as "3"';

/** Applies a change to an item with version 3. */
const apply = (header: string | undefined) =>
  IfMatch.of(header).apply(async (expected: ExpectedVersion) => {
    if (expected === 'any' || expected.includes(3)) return 'changed';
    throw new DomainError('precondition_failed', 'etag_mismatch', CHANGED, { currentVersion: 3 });
  });

/** conventions.md 10 */
describe('If-Match', () => {
  it.each([undefined, '*', ' * ', '"3"', ' "3" ', '"1", "3"', '"a,b","3"', ', "3",,', 'W/"2", "3"'])(
    '%j matches version 3',
    async (header) => {
      await expect(apply(header)).resolves.toBe('changed');
    },
  );

  it.each([
    ['"2"', CHANGED],
    ['""', CHANGED],
    ['"03"', CHANGED],
    ['"a,3"', CHANGED],
    ['"2", W/"3"', CHANGED],
    ['W/"3"', WEAK],
    ['W/"2", W/"3"', WEAK],
  ])('%j does not match version 3: %s', async (header, message) => {
    const facts = { currentVersion: 3 };
    const rejection = { kind: 'precondition_failed', code: 'etag_mismatch', message, facts };
    await expect(apply(header)).rejects.toMatchObject(rejection);
  });

  it.each([
    '',
    ' ',
    ',',
    '3',
    'W/3',
    'w/"3"',
    '"3',
    '3"',
    '"3"x',
    '"3" "4"',
    '*, "3"',
    'garbage, "3"',
    '"\u0100"',
  ])('rejects %j', (header) => {
    expect(() => IfMatch.of(header)).toThrow(
      'Invalid If-Match header: must be an ETag in double quotes, such as "3", or *',
    );
  });

  it('passes other errors through', async () => {
    const failure = new Error('gone');
    await expect(IfMatch.of('W/"3"').apply(() => Promise.reject(failure))).rejects.toBe(failure);
  });

  it('parses a long header in linear time', () => {
    const started = process.cpuUsage();
    expect(() => IfMatch.of(`${', "'.repeat(5_000)}${' '.repeat(5_000)}x`)).toThrow('Invalid If-Match');
    expect(process.cpuUsage(started).user).toBeLessThan(500_000);
  });
});
