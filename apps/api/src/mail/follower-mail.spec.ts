import { LANGUAGES, type MailParameters } from '@libs/accounts';
import { messageTexts, pageTexts } from '../languages/texts';
import { renderMail } from './mail.template';

const ORIGIN = 'https://feedback.example.com';
const ID = '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f';
const PAGE = `${ORIGIN}/f/acme/me/TOKEN`;
const CARD = `${ORIGIN}/f/acme/items/${ID}`;
const UNSUBSCRIBE = `${ORIGIN}/unsubscribe/TOKEN`;
const STATUSES = ['new', 'planned', 'building', 'shipped', 'declined'] as const;

const UPDATE: MailParameters['status_update'] = {
  account: 'Acme',
  itemId: ID,
  title: 'Dark mode',
  status: 'planned',
  message: 'We start next week.\n\nThank you, Ada.',
  cardUrl: CARD,
  url: PAGE,
  language: 'en',
};
const VOTE: MailParameters['vote_confirmation'] = {
  account: 'Acme',
  titles: ['Dark mode'],
  url: PAGE,
  language: 'en',
};

const to = 'ada@example.com';
const update = (values: Partial<MailParameters['status_update']> = {}) =>
  renderMail(
    { kind: 'status_update', to, parameters: { ...UPDATE, ...values }, unsubscribeUrl: UNSUBSCRIBE },
    ORIGIN,
    ID,
  );
const vote = (values: Partial<MailParameters['vote_confirmation']> = {}) =>
  renderMail(
    { kind: 'vote_confirmation', to, parameters: { ...VOTE, ...values }, unsubscribeUrl: UNSUBSCRIBE },
    ORIGIN,
    ID,
  );
const titles = (count: number) => Array.from({ length: count }, (_, index) => `Card ${index + 1}`);
const linksOf = (text: string) => text.match(/https:\S+/g);

/** status-messages.md 4 */
describe('a message about status', () => {
  it('has the title and the status as its subject', () => {
    expect(update().subject).toBe('Dark mode: Planned');
    expect(update({ language: 'fr' }).subject).toBe('Dark mode : Planifié');
    expect(update({ language: 'ja' }).subject).toBe('Dark mode：対応予定');
    expect(update({ language: 'ar' }).subject).toBe('\u2068Dark mode\u2069: مخطط له');
  });

  it('has a general subject for an item whose title the person must not see', () => {
    const { subject, text } = update({ title: null, message: null });
    expect(subject).toBe('Your feedback for Acme: Planned');
    expect(text).toMatch(/^We’ve decided to do this\. It’s now planned\.\n\n/);
    expect(text).not.toContain('null');
  });

  it('shortens a title in the subject only', () => {
    const title = '🙂'.repeat(81);
    const { subject, text, html } = update({ title });
    expect(subject).toBe(`${'🙂'.repeat(80)}…: Planned`);
    for (const part of [text, html]) expect(part).toContain(title);
    expect(update({ title: '🙂'.repeat(80) }).text).not.toContain('🙂');
  });

  it('starts with the text of the team, with its line breaks, in both parts', () => {
    const { text, html } = update();
    expect(text).toMatch(/^> We start next week\.\n>\n> Thank you, Ada\.\n>\n> – Acme\n\nWe’ve decided/);
    expect(html).toMatch(
      /<\/h1>\s*<blockquote [^>]+>\s*<p [^>]+>We start next week\.\n\nThank you, Ada\.<\/p>/,
    );
    expect(html.indexOf('</blockquote>')).toBeLessThan(html.indexOf('We’ve decided'));
  });

  it('quotes no one if the team wrote nothing', () => {
    for (const message of [null, ' \n\u200b\n\u3164']) {
      const { text, html } = update({ message });
      expect(text).toMatch(/^We’ve decided/);
      expect(html).not.toContain('<blockquote');
    }
  });

  it('links to the page of the card, and to that of the person', () => {
    const { text, html, unsubscribeUrl, sender } = update();
    expect(linksOf(text)).toEqual([CARD, PAGE, UNSUBSCRIBE]);
    for (const link of linksOf(text)!) expect(html).toContain(`href="${link}"`);
    expect([unsubscribeUrl, sender]).toEqual([UNSUBSCRIBE, 'Acme']);
    expect(text).toContain('you wanted to know what becomes of your feedback for Acme');
  });

  it('links to the page of the person only, if the card is not public', () => {
    expect(linksOf(update({ cardUrl: null }).text)).toEqual([PAGE, UNSUBSCRIBE]);
  });

  it('belongs to a thread of its item', () => {
    expect(update().thread).toBe(`item-${ID}`);
    expect(update({ status: 'shipped' }).thread).toBe(`item-${ID}`);
    expect(vote()).not.toHaveProperty('thread');
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    const { updates } = messageTexts(language);

    it('has its own words for each status, and its name', () => {
      for (const status of STATUSES) {
        const { subject, text } = update({ language, status });
        expect(text).toContain(`\n\n${updates[status]}\n\n`);
        expect(subject).toContain(pageTexts(language).statuses[status]);
      }
      expect(new Set(Object.values(updates)).size).toBe(STATUSES.length);
    });
  });
});

/** votes.md 9 */
describe('a message to confirm votes', () => {
  it('has the title of one card as its subject', () => {
    expect(vote().subject).toBe('Confirm your vote: Dark mode');
    expect(vote({ language: 'ar' }).subject).toContain('\u2068Dark mode\u2069');
  });

  it.each([
    ['en', 3, 'Confirm your 3 votes'],
    ['pl', 5, 'Potwierdź swoje 5 głosów'],
    ['pl', 22, 'Potwierdź swoje 22 głosy'],
    ['ru', 21, 'Подтвердить 21 голос'],
    ['ar', 2, 'تأكيد صوتَيك'],
  ] as const)('counts several cards in %s: %i', (language, count, subject) => {
    expect(vote({ language, titles: titles(count) }).subject).toBe(subject);
  });

  it('lists up to 20 titles, and how many more there are', () => {
    const { text, html } = vote({ titles: titles(20) });
    expect(text).toContain('\n- Card 19\n- Card 20\n\n');
    expect(html.match(/<li /g)).toHaveLength(20);
    const more = vote({ titles: titles(23) });
    expect(more.text).toContain('\n- Card 20\nand 3 more\n\n');
    expect(more.html).toMatch(/Card 20<\/span><\/li>\n<li [^>]+>and 3 more<\/li>/);
    expect(more.text).not.toContain('Card 21');
  });

  it('says what confirming does, and that nothing counts without it', () => {
    const { text } = vote();
    expect(text).toContain('Your vote counts only after you confirm it on your page.');
    expect(text).toContain('If you didn’t vote, ignore this message. Nothing counts then.');
    expect(linksOf(text)).toEqual([PAGE, UNSUBSCRIBE]);
  });
});

/** mail.md 2 */
describe.each([
  ['HTML', '</p></blockquote><img src=//evil.example/a><a href="https://evil.example">Log in</a>'],
  ['an attribute', `" onmouseover="alert(1)" x='`],
  ['a style', '</style><style>*{display:none}</style>'],
  ['an encoded word', '=?utf-8?q?Evil?= =?UTF-8?B?eA==?='],
  ['another direction', 'a\u202eb\u2066c\u200f\u061cd'],
  ['a URL', 'https://evil.example/login www.evil.example evil.example'],
  ['a header', 'A\r\nBcc: eve@example.com\r\n\r\nHello'],
  ['the end of the message', `A\n\n--\nNo more messages from Acme: https://evil.example`],
  ['many empty lines', `A${'\n'.repeat(10_000)}B`],
  ['many lines of invisible characters', `A${'\n\u200b \u3164\u00a0'.repeat(10_000)}\nB`],
])('a title and a text of the team with %s', (_, written) => {
  const account = written.slice(0, 100);
  const title = written.slice(0, 200);
  const mails = [
    update({ account, title, message: written }),
    update({ title: `${title} ${'x'.repeat(80)}`, message: written }),
    vote({ account, titles: [title, 'Dark mode'] }),
  ];

  it.each(mails.map((mail) => [mail]))(
    'changes nothing else in the message',
    ({ subject, text, html, thread }) => {
      expect(subject).not.toMatch(/[\r\n]|=\?|[\u200f\u202e]/);
      expect(thread ?? `item-${ID}`).toBe(`item-${ID}`);
      for (const part of [text, html]) {
        expect(part).not.toMatch(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066]/);
        expect(part).not.toMatch(/(evil\.example|https:\/\/evil)/);
        expect(part.split('\n').length).toBeLessThan(90);
        expect(part.length).toBeLessThan(15_000);
      }
      expect(text.match(/^--$/gm)).toHaveLength(1);
      expect(text).not.toMatch(/^(Bcc|No more messages from Acme: https:\/\/[^f])/m);
      // Only elements and attributes of the template.
      const tags = new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag));
      expect([...tags].filter((tag) => !TAGS.includes(tag!))).toEqual([]);
      const names = new Set([...html.matchAll(/<[a-z][^>]*>/g)].flatMap(([tag]) => attributesOf(tag)));
      expect([...names].filter((name) => !ATTRIBUTES.includes(name))).toEqual([]);
      expect(html.match(/<style>/g)).toHaveLength(1);
      for (const [, url] of html.matchAll(/href="([^"]*)/g))
        expect(url).toMatch(/^https:\/\/feedback\.example\.com\//);
    },
  );
});

const TAGS = [
  ...['html', 'head', 'meta', 'title', 'style', 'body', 'div', 'h1', 'p', 'blockquote', 'span'],
  ...['ul', 'li', 'a', 'br'],
];
const ATTRIBUTES = ['lang', 'dir', 'charset', 'name', 'content', 'class', 'style', 'href'];

const attributesOf = (tag: string): string[] =>
  [...tag.replace(/"[^"]*"/g, '""').matchAll(/\s([^\s=>]+)/g)].map(([, name]) => name!);

/** changelog.md 10 */
describe('a message about an entry of the changelog', () => {
  const parameters = {
    account: 'Acme',
    title: 'Dark theme',
    text: 'a\n\n\nb',
    entryUrl: CARD,
    url: PAGE,
    language: 'en',
  } as const;
  const render = (values: Partial<MailParameters['changelog_entry']> = {}) =>
    renderMail(
      { kind: 'changelog_entry', to, parameters: { ...parameters, ...values }, unsubscribeUrl: UNSUBSCRIBE },
      ORIGIN,
      ID,
    );

  it('has the account and the title as its subject, and links to the entry and the page of the person', () => {
    const { subject, text } = render();
    expect(subject).toBe('Acme: Dark theme');
    expect(linksOf(text)).toEqual([CARD, PAGE, UNSUBSCRIBE]);
    expect(linksOf(render({ entryUrl: null, text: '' }).text)).toEqual([PAGE, UNSUBSCRIBE]);
  });
});
