import { isMailbox, isSmtpUrl, smtpSettings } from './smtp-settings';

/** mail.md 1 */
describe('smtpSettings', () => {
  it('reads host, port, and credentials', () => {
    expect(smtpSettings('smtps://ada%40example.com:p%2Fw@smtp.example.com')).toEqual({
      host: 'smtp.example.com',
      port: 465,
      secure: true,
      auth: { user: 'ada@example.com', pass: 'p/w' },
      requireTLS: false,
      checksCertificate: true,
    });
    expect(smtpSettings('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525, auth: undefined });
  });

  it('sends a password to another machine only with TLS and a valid certificate', () => {
    const security = (url: string) => {
      const { secure, requireTLS, checksCertificate } = smtpSettings(url);
      return [secure, requireTLS, checksCertificate];
    };
    expect(security('smtp://user:pw@smtp.example.com')).toEqual([false, true, true]);
    expect(security('smtp://smtp.example.com')).toEqual([false, false, false]);
    expect(security('smtp://user:pw@localhost:1025')).toEqual([false, false, false]);
    expect(security('smtps://smtp.example.com')).toEqual([true, false, true]);
  });
});

describe('isSmtpUrl', () => {
  it.each(['smtp://host', 'smtps://host:465/', 'smtp://user:p%40ss@host:587'])('accepts %s', (url) => {
    expect(isSmtpUrl(url)).toBe(true);
  });
  it.each(['host', 'http://host', 'smtp://', 'smtp://host?pool=1', 'smtp://host/path', 'smtp://a:50%@host'])(
    'rejects %s',
    (url) => expect(isSmtpUrl(url)).toBe(false),
  );
});

describe('isMailbox', () => {
  it.each(['no-reply@example.com', 'Feedback <no-reply@example.com>', 'Größe & Co <a@b.example>'])(
    'accepts %s',
    (text) => expect(isMailbox(text)).toBe(true),
  );
  it.each(['', 'Feedback', '<a@b.example>', 'A <a>', 'A <a@b.example>, B <b@b.example>', 'A\n<a@b.example>'])(
    'rejects %j',
    (text) => expect(isMailbox(text)).toBe(false),
  );
});
