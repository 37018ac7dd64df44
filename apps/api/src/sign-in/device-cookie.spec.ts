import type { FastifyReply, FastifyRequest } from 'fastify';
import { KeyedMac } from '../keyed-mac';
import { DeviceCookie } from './device-cookie';

const EMAIL = 'ada@example.com';
const HALF_YEAR_MS = 180 * 24 * 3600 * 1000;

/** dashboard.md 6 */
describe('DeviceCookie', () => {
  let now = Date.parse('2026-03-03T10:00:00.000Z');
  const mac = new KeyedMac(Buffer.alloc(32, 1));
  const at = (publicUrl: string, signer = mac) => new DeviceCookie(publicUrl, signer, () => new Date(now));
  const cookie = at('https://feedback.example.com');
  const requestWith = (value: string) => ({ headers: { cookie: value } }) as FastifyRequest;

  /** Returns the Set-Cookie header for a browser that sent the cookies in `sent`. */
  function remembered(email: string, sent = '', device = cookie): string {
    let header = '';
    const reply = { header: (_name: string, value: string) => (header = value) } as unknown as FastifyReply;
    device.remember(email, requestWith(sent), reply);
    return header;
  }
  /** Returns the cookie as the browser sends it. */
  const cookieOf = (header: string) => header.split(';', 1)[0]!;
  const idIn = (sent: string, email = EMAIL) => cookie.idFor(email, requestWith(sent));

  it('sets HttpOnly and the __Host- prefix, without the prefix on localhost', () => {
    expect(remembered(EMAIL)).toMatch(
      /^__Host-device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(remembered(EMAIL, '', at('http://localhost:3000'))).toMatch(
      /^device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('recognizes the person by email address, ignoring case, and no one else', () => {
    const sent = cookieOf(remembered(EMAIL));
    const id = idIn(`a=b; ${sent}; c=d`);
    expect(id).toMatch(/^[\w-]{16}$/);
    expect(idIn(sent, ' ADA@Example.com ')).toBe(id);
    for (const other of ['grace@example.com', '', 'nobody', `x\n${EMAIL}`]) {
      expect([other, idIn(sent, other)]).toEqual([other, null]);
    }
  });

  it('keeps its ID when the person signs in again, and has a different ID in another browser', () => {
    const first = cookieOf(remembered(EMAIL));
    const again = cookieOf(remembered(EMAIL, first));
    expect(idIn(again)).toBe(idIn(first));
    expect(again.split('~')).toHaveLength(1);
    expect(idIn(cookieOf(remembered(EMAIL)))).not.toBe(idIn(first));
  });

  it('remembers the last five people of a browser', () => {
    let sent = '';
    for (let n = 1; n <= 6; n++) sent = cookieOf(remembered(`person-${n}@example.com`, sent));
    const known = [1, 2, 3, 4, 5, 6].map((n) => idIn(sent, `person-${n}@example.com`) !== null);
    expect(known).toEqual([false, true, true, true, true, true]);
    expect(sent.length).toBeLessThan(300);
  });

  it('expires after half a year', () => {
    const sent = cookieOf(remembered(EMAIL));
    now += HALF_YEAR_MS - 1000;
    expect(idIn(sent)).not.toBeNull();
    now += 1000;
    expect(idIn(sent)).toBeNull();
  });

  it('ignores forged cookies', () => {
    const sent = cookieOf(remembered(EMAIL));
    const [, id, expiry, signature] = /=([\w-]+)\.(\d+)\.([\w-]+)$/.exec(sent)!;
    const foreign = at('https://feedback.example.com', new KeyedMac(Buffer.alloc(32, 2)));
    for (const forged of [
      '',
      '__Host-device=',
      `device=${id}.${expiry}.${signature}`,
      `__Host-device=${'A'.repeat(16)}.${expiry}.${signature}`,
      `__Host-device=${id}.${Number(expiry) + 1}.${signature}`,
      `__Host-device=${id}.${expiry}.${'A'.repeat(22)}`,
      `__Host-device=${id}.${expiry}`,
      cookieOf(remembered(EMAIL, '', foreign)),
    ]) {
      expect([forged, idIn(forged)]).toEqual([forged, null]);
    }
  });
});
