import { idAt, testSeal } from '../../testing';
import { MailComposer } from './mail-composer';

const NOW = new Date('2026-03-03T12:00:00.000Z');

/** mail.md 3 */
describe('MailComposer', () => {
  let announced = 0;
  const composer = new MailComposer(
    testSeal,
    () => NOW,
    idAt,
    () => announced++,
  );
  const content = { kind: 'password_reset', to: 'ada@example.com', parameters: { token: 'secret' } } as const;

  it('encrypts the recipient and the parameters, and announces the message', () => {
    const message = composer.compose('account', content);
    expect(announced).toBe(1);
    expect(message).toMatchObject({ accountId: 'account', kind: 'password_reset', createdAt: NOW });
    expect(message.expiresAt.getTime() - NOW.getTime()).toBe(3_600_000);
    const stored = Buffer.from(message.sealed).toString('latin1');
    expect(stored).not.toContain('secret');
    expect(stored).not.toContain('ada');
    expect(composer.open(message)).toEqual(content);
  });

  it('does not open the content of another message', () => {
    const [first, second] = [composer.compose(null, content), composer.compose(null, content)];
    expect(() => composer.open({ id: second.id, sealed: first.sealed })).toThrow();
  });
});
