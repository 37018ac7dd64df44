import {
  LANGUAGES,
  MAIL_VALIDITY_SECONDS,
  type MailContent,
  type MailKind,
  type MailParameters,
} from '@libs/accounts';
import { messageTexts } from '../languages/texts';
import { renderMail, renderTest } from './mail.template';

const URL = 'https://feedback.example.com';
const HOSTILE = `<img src=x onerror=1>"'&\r\nBcc: eve@example.com`;
const AT = '2026-03-03T12:00:00.000Z';

const ID = '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f';
const PAGE = 'https://feedback.example.com/f/acme/me/TOKEN?lang=en';
const UNSUBSCRIBE = 'https://feedback.example.com/unsubscribe/TOKEN';

/** A message about a notification. */
function about<K extends MailKind>(kind: K, parameters: MailParameters[K]): MailContent<K> {
  return { kind, to: 'a@b.example', parameters, unsubscribeUrl: UNSUBSCRIBE };
}

const CONTENTS: readonly MailContent[] = [
  { kind: 'password_reset', to: 'a@b.example', parameters: { token: 'TOKEN' } },
  { kind: 'email_confirmation', to: 'a@b.example', parameters: { token: 'TOKEN', isNewPerson: false } },
  { kind: 'email_confirmation', to: 'a@b.example', parameters: { token: 'TOKEN', isNewPerson: true } },
  { kind: 'email_change_requested', to: 'a@b.example', parameters: { newEmail: HOSTILE } },
  { kind: 'email_changed', to: 'a@b.example', parameters: { newEmail: HOSTILE } },
  { kind: 'password_changed', to: 'a@b.example', parameters: { at: AT } },
  { kind: 'new_sign_in', to: 'a@b.example', parameters: { at: AT, ip: '192.0.2.1', userAgent: HOSTILE } },
  { kind: 'api_key_created', to: 'a@b.example', parameters: { account: HOSTILE, name: HOSTILE, at: AT } },
  {
    kind: 'member_added',
    to: 'a@b.example',
    parameters: { account: HOSTILE, member: HOSTILE, role: 'editor' },
  },
  {
    kind: 'invitation',
    to: 'a@b.example',
    parameters: { account: HOSTILE, by: HOSTILE, role: 'editor', token: 'TOKEN' },
  },
  { kind: 'role_changed', to: 'a@b.example', parameters: { account: HOSTILE, by: HOSTILE, role: 'admin' } },
  { kind: 'member_removed', to: 'a@b.example', parameters: { account: HOSTILE, by: null } },
  ...(['enabled', 'disabled', 'reset', 'recovery_code_used', 'recovery_codes_renewed'] as const).map(
    (change): MailContent => ({
      kind: 'second_factor_changed',
      to: 'a@b.example',
      parameters: { change, at: AT },
    }),
  ),
  { kind: 'account_deleted', to: 'a@b.example', parameters: { account: HOSTILE, by: HOSTILE } },
  about('mentioned', {
    account: HOSTILE,
    by: HOSTILE,
    item: { id: ID, title: HOSTILE },
    note: { id: ID, text: HOSTILE },
  }),
  about('assigned', { account: HOSTILE, by: null, item: null, count: 1 }),
  about('webhook_disabled', { account: HOSTILE, id: ID, host: HOSTILE, reason: 'failing' }),
  about('import_finished', { account: HOSTILE, count: 1, created: 1 }),
  about('import_failed', { account: HOSTILE, count: 2, rows: 1200, failed: 3 }),
  about('digest', {
    account: HOSTILE,
    period: 'daily',
    feedback: {
      view: HOSTILE,
      total: 1234,
      sources: [{ name: 'form', count: 1234 }],
      statuses: [{ name: 'new', count: 1234 }],
      newest: [{ id: ID, title: HOSTILE }],
      requested: [{ id: ID, title: HOSTILE, requests: 12 }],
    },
    quarantined: 2,
  }),
  about('receipt', { account: HOSTILE, title: HOSTILE, url: PAGE, language: 'en', isConfirmed: false }),
  about('follow_link', { account: HOSTILE, url: PAGE, language: 'en' }),
  about('vote_confirmation', { account: HOSTILE, titles: [HOSTILE, HOSTILE], url: PAGE, language: 'en' }),
  about('status_update', {
    account: HOSTILE,
    itemId: ID,
    title: HOSTILE,
    status: 'planned',
    message: HOSTILE,
    cardUrl: `${URL}/f/acme/items/${ID}`,
    url: PAGE,
    language: 'en',
  }),
  about('changelog_confirmation', { account: HOSTILE, url: PAGE, language: 'en' }),
  about('changelog_entry', {
    account: HOSTILE,
    title: HOSTILE,
    text: HOSTILE,
    entryUrl: `${URL}/f/acme/changelog/${ID}`,
    url: PAGE,
    language: 'en',
  }),
];

/** Why the reader got a message that isn't about their account. */
const REASONS: Partial<Record<MailKind, string>> = {
  invitation: `because someone at ${URL} entered your email address`,
  receipt: 'because this email address was given with feedback',
  follow_link: 'because this email address was given with feedback',
  vote_confirmation: 'because someone voted at',
  changelog_confirmation: 'because this email address was entered on the changelog of',
  changelog_entry: 'because you follow feedback for',
  status_update: 'because you wanted to know what becomes of your feedback',
};

/** mail.md 2 */
describe('renderMail', () => {
  it('is tested with every kind of message', () => {
    expect([...new Set(CONTENTS.map(({ kind }) => kind))]).toEqual(Object.keys(MAIL_VALIDITY_SECONDS));
  });

  it.each(CONTENTS.map((content) => [content.kind, content] as const))('%s', (kind, content) => {
    const { subject, text, html, to } = renderMail(content, URL);
    expect(to).toBe('a@b.example');
    expect(subject).toMatch(
      ['status_update', 'changelog_entry'].includes(kind)
        ? /^<img [^\r\n]+: (Planned|<img .*)$/
        : /^[A-Z\d][^\r\n]{4,130}$/,
    );
    // Escapes values, and loads nothing.
    expect(html).not.toMatch(/<img|<script|<link|url\(|<[^>]+\ssrc=/i);
    if (JSON.stringify(content.parameters).includes('onerror')) {
      expect(html).toContain('&lt;img src=x onerror=1&gt;&quot;&#39;&amp;');
      expect(text).toContain('<img src=x onerror=1>"\'&');
    }
    expect(html).toContain('prefers-color-scheme: dark');
    // Both parts have the same links.
    const linksIn = (part: string) => new Set(part.match(/https:\/\/feedback\.example\.com\/[^\s"<]*/g));
    expect(linksIn(text)).toEqual(linksIn(html.replaceAll('&amp;', '&')));
    const reason = REASONS[kind] ?? `because of your account at ${URL}`;
    expect(text).toContain(reason);
    expect(html).toContain(reason);
  });

  /** following.md 3 */
  describe.each(LANGUAGES)('to a follower in %s', (language) => {
    const receipt = { account: 'Acme', title: 'Evil evil.example', url: PAGE, language };
    const rendered = (isConfirmed: boolean) =>
      renderMail(about('receipt', { ...receipt, isConfirmed }), URL, ID);

    it('has one link besides the one that ends all messages, the language, and its direction', () => {
      const mails = [rendered(false), rendered(true), renderMail(about('follow_link', receipt), URL, ID)];
      for (const { subject, text, html, sender, unsubscribeUrl } of mails) {
        expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
        expect([sender, unsubscribeUrl]).toEqual(['Acme', UNSUBSCRIBE]);
        const links = text.match(/https:[^\s]*/g);
        expect(links).toEqual([PAGE, UNSUBSCRIBE]);
        expect(html).not.toMatch(/\/app\/|evil\.example/);
        for (const part of [subject, text]) expect(part).not.toMatch(/undefined|\$\{|evil\.example/);
      }
    });

    it('asks only an address that is not confirmed to confirm', () => {
      const { confirm, confirmLabel } = messageTexts(language);
      for (const sentence of [confirm, confirmLabel]) {
        expect(rendered(false).text).toContain(sentence);
        expect(rendered(true).text).not.toContain(sentence);
      }
    });
  });

  it('leaves no domain and no URL in what visitors and members write', () => {
    const written = 'Log in at https://evil.example/a or evil.co.uk. Version 2.0, e.g. 3.5 MB';
    const item = { id: ID, title: written };
    const parameters = { account: written, by: written, item, note: { id: ID, text: written } };
    const { subject, text, html } = renderMail(about('mentioned', parameters), URL);
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/evil\.(example|co)|https:\/\/evil/);
      expect(part).toContain('evil.\u2060');
    }
    expect(text.replaceAll('\u2060', '')).toContain(`“${written}”`);
    const added = { account: 'Acme', member: 'evil.example (a@b.example)', role: 'editor' } as const;
    expect(
      renderMail({ kind: 'member_added', to: 'a@b.example', parameters: added }, URL).text,
    ).not.toContain('evil.example');
  });

  it('leaves no characters in what visitors and members write that change how a message is displayed', () => {
    const written = 'a\u202eb\u2066c\u200bd\u00ade\ufefff\u200fg =?utf-8?q?x?= =?UTF-8?B?eA==?=';
    const parameters = { account: written, by: written, item: { id: ID, title: written }, note: null };
    const { subject, text, html } = renderMail(about('mentioned', parameters), URL);
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/(?!\u2060)[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/);
      expect(part).toContain('abcdefg =');
    }
    // Mail programs would decode these (RFC 2047).
    expect(subject).not.toContain('=?');
    expect(subject).toBe('You were mentioned: abcdefg =\u2060?utf-8?q?x?= =\u2060?UTF-8?B?eA==\u2060?=');
  });

  it('keeps the joiners of emoji and of Persian words', () => {
    const title = '👩\u200d💻 می\u200cخواهم';
    const parameters = { account: 'Acme', by: null, item: { id: ID, title }, note: null };
    expect(renderMail(about('mentioned', parameters), URL).subject).toBe(`You were mentioned: ${title}`);
  });

  it('has the text of the note that mentions someone, who wrote it, and a link to it', () => {
    const item = { id: ID, title: 'Dark mode' };
    const parameters = { account: 'Acme', by: 'Ada', item, note: { id: 'n', text: 'Can you\nlook, @bo?' } };
    const { text } = renderMail(about('mentioned', parameters), URL);
    expect(text).toContain('Ada: Can you\nlook, @bo?');
    expect(text).toContain(`View note:\n${URL}/app/inbox?item=${ID}&note=n\n`);
    const deleted = renderMail(about('mentioned', { ...parameters, note: null }), URL).text;
    expect(deleted).toContain('The note was deleted in the meantime.');
  });

  it('has the token in the fragment of the link, which no log contains', () => {
    expect(renderMail(CONTENTS[0]!, URL).text).toContain(`${URL}/app/reset-password#TOKEN\n`);
    expect(renderMail(CONTENTS[1]!, URL).text).toContain(`${URL}/app/confirm-email#TOKEN\n`);
  });

  it('has an unsubscribe link in both parts only if the message has one', () => {
    const unsubscribeUrl = 'https://feedback.example.com/u?a=1&b=2';
    const mail = renderMail({ ...CONTENTS[4]!, unsubscribeUrl }, URL);
    expect(mail.unsubscribeUrl).toBe(unsubscribeUrl);
    expect(mail.text).toContain(`Unsubscribe: ${unsubscribeUrl}`);
    expect(mail.html).toContain('href="https://feedback.example.com/u?a=1&amp;b=2"');
    expect(renderMail(CONTENTS[4]!, URL)).not.toHaveProperty('unsubscribeUrl');
  });

  describe('of digest mail', () => {
    const digestMail = CONTENTS.find(({ kind }) => kind === 'digest') as MailContent<'digest'>;
    const rendered = (more: Partial<MailParameters['digest']> = {}) =>
      renderMail({ ...digestMail, parameters: { ...digestMail.parameters, account: 'Acme', ...more } }, URL);

    it('has counts, the newest items, the most requested ones, and quarantine', () => {
      const { subject, text } = rendered();
      expect(subject).toBe('New feedback for Acme: 1,234 items');
      for (const part of [
        'in the last day.',
        'Source: form 1,234. Status: new 1,234.',
        '2 items wait in quarantine.',
        'Newest 1\n\n- <img',
        'Most requested\n\n- <img',
        `(12 requests)\n  ${URL}/app/inbox?item=${ID}\n`,
        `Turn off messages about new feedback and quarantine: ${UNSUBSCRIBE}\n`,
        `Choose which messages you get: ${URL}/app/settings/notifications\n`,
      ])
        expect(text).toContain(part);
    });

    it('about quarantine alone has no lists', () => {
      const { subject, text, html } = rendered({ feedback: null, quarantined: 1 });
      expect(subject).toBe('1 item in quarantine in Acme');
      expect(text).toContain('Turn off messages about quarantine:');
      expect(text).toContain(`View quarantine:\n${URL}/app/quarantine\n`);
      expect(html).not.toContain('<ul');
    });

    it('keeps a title on one line, so that it cannot look like a part of the message', () => {
      const item = { id: ID, title: 'A\n\n--\nUnsubscribe: https://eve.example.com' };
      const { text } = rendered({ feedback: { ...digestMail.parameters.feedback!, newest: [item] } });
      expect(text.replaceAll('\u2060', '')).toContain('- A -- Unsubscribe: https://eve.example.com\n');
    });
  });

  it.each([
    ['mentioned', 'Turn off messages about mentions'],
    ['assigned', 'Turn off messages about items that are assigned to you'],
    ['webhook_disabled', 'Turn off messages about imports and disabled webhooks'],
    ['import_failed', 'Turn off messages about imports and disabled webhooks'],
  ])('%s says what its link turns off', (kind, sentence) => {
    const { text, html } = renderMail(
      CONTENTS.find((content) => content.kind === kind)!,
      URL,
    );
    expect(text).toContain(`${sentence}: ${UNSUBSCRIBE}\n`);
    expect(html).toContain(`href="${UNSUBSCRIBE}" style="color:#5c636a">${sentence}</a>`);
  });

  it.each([
    ['gone', 'was disabled, because a.example responded with 410: it wants no more events.'],
    ['failing', 'was disabled, because all attempts failed for five days.'],
  ] as const)('says why a webhook was disabled: %s', (reason, sentence) => {
    const parameters = { account: 'Acme', id: ID, host: 'a.example', reason };
    const { text } = renderMail({ kind: 'webhook_disabled', to: 'a@b.example', parameters }, URL);
    expect(text).toContain(sentence);
  });

  it.each([
    [{ by: 'Bo' }, 'Bo mentioned you in a note in Acme.'],
    [{ by: null }, 'You were mentioned in a note in Acme.'],
  ])('says who mentioned someone: %j', ({ by }, sentence) => {
    const parameters = { account: 'Acme', by, item: null };
    expect(renderMail({ kind: 'mentioned', to: 'a@b.example', parameters }, URL).text).toContain(sentence);
  });

  it.each([
    [1, 2, '1 of 2 rows is invalid, so'],
    [2, 1200, '2 of 1,200 rows are invalid, so'],
  ])('%i of %i rows failed', (failed, rows, sentence) => {
    const parameters = { account: 'Acme', count: 1, rows, failed };
    const { text } = renderMail({ kind: 'import_failed', to: 'a@b.example', parameters }, URL);
    expect(text).toContain(sentence);
  });

  it('cuts no character of a long title in half', () => {
    const subjectOf = (title: string) => {
      const parameters = { account: 'Acme', by: null, item: { id: ID, title }, note: null };
      return renderMail({ kind: 'mentioned', to: 'a@b.example', parameters }, URL).subject;
    };
    expect(subjectOf('🙂'.repeat(60))).toBe(`You were mentioned: ${'🙂'.repeat(60)}`);
    expect(subjectOf('a' + '🙂'.repeat(60))).toBe(`You were mentioned: a${'🙂'.repeat(58)}…`);
  });

  it('opens the dashboard in the account of the message, and leaves links with a token', () => {
    const id = '019cb391-c200-7461-810d-902141cbdd6b';
    const digestMail = CONTENTS.find(({ kind }) => kind === 'digest')!;
    const links = renderMail(digestMail, URL, id).text.match(/http\S+/g)!;
    const pages = links.filter((link) => link.startsWith(`${URL}/app/inbox`));
    expect(pages.length).toBeGreaterThan(1);
    const settings = renderMail({ ...digestMail, unsubscribeUrl: UNSUBSCRIBE }, URL, id).text;
    expect(settings).toContain(`${URL}/app/settings/notifications?account=${id}\n`);
    for (const link of pages) expect(link).toMatch(new RegExp(`[?&]account=${id}$`));
    expect(renderMail(CONTENTS[0]!, URL, id).text).toContain(`${URL}/app/reset-password#TOKEN\n`);
  });

  it('is one about many assigned items, with a link to all of them', () => {
    const parameters = { account: 'Acme', by: 'Bo', item: { id: 'i', title: 'T' }, count: 12 };
    const { subject, text } = renderMail({ kind: 'assigned', to: 'a@b.example', parameters }, URL);
    expect(subject).toBe('Assigned to you: 12 items');
    expect(text).toContain('12 items in Acme were assigned to you.');
    expect(text).toContain(`${URL}/app/inbox?assignee=me\n`);
  });

  it('shortens long browser names', () => {
    const parameters = { at: AT, userAgent: 'x'.repeat(1000) };
    const { text } = renderMail({ kind: 'new_sign_in', to: 'a@b.example', parameters }, URL);
    expect(text).toContain(`Browser: ${'x'.repeat(200)}…\n`);
  });

  it('renders the test message', () => {
    expect(renderTest('a@b.example', URL).text).toContain(`${URL} can send mail`);
  });
});
