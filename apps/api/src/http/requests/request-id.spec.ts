import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config';
import { requestIds } from './request-id';

const OWN = /^req_[0-9a-f]{32}$/;
const GIVEN = '3f2a.B_7-09';

/** operator.md 6 */
describe('requestIds', () => {
  const idOf = (trustProxy: Config['TRUST_PROXY'], value: string | undefined, remoteAddress?: string) =>
    requestIds(trustProxy)({
      headers: value === undefined ? {} : { 'x-request-id': value },
      socket: { remoteAddress } as IncomingMessage['socket'],
    });

  it('generates an ID without a trusted proxy', () => {
    expect(idOf(false, GIVEN, '127.0.0.1')).toMatch(OWN);
    expect(idOf(false, undefined)).not.toBe(idOf(false, undefined));
  });

  it('returns the ID of a trusted proxy', () => {
    expect(idOf(1, GIVEN, '192.0.2.1')).toBe(GIVEN);
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1'])
      expect(idOf(['10.0.0.0/8', '::1'], GIVEN, address)).toBe(GIVEN);
  });

  it('ignores the value of another address', () => {
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1', undefined])
      expect(idOf(['10.0.0.0/8', '::1'], GIVEN, address)).toMatch(OWN);
  });

  it('accepts 8 to 128 characters', () => {
    for (const length of [8, 128]) expect(idOf(1, 'a'.repeat(length))).toHaveLength(length);
    for (const length of [0, 7, 129]) expect(idOf(1, 'a'.repeat(length))).toMatch(OWN);
  });

  it.each(['two, values', 'abcdefgh\n', '"},{"level"', 'abcdefgé', 'a/b/c/d/e', 'abcd efgh', undefined])(
    'generates an ID instead of %j',
    (value) => {
      expect(idOf(1, value)).toMatch(OWN);
    },
  );
});
