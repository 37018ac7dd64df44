import type { Language, MailContent, MailKind, MailParameters } from '@libs/accounts';
import { renderMail, type RenderedMail } from '../../src/mail/mail.template';

const ORIGIN = 'https://feedback.example.com';
const ID = '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f';

export const PAGE = `${ORIGIN}/f/acme/me/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG`;
export const CARD = `${ORIGIN}/f/acme/items/${ID}`;
export const ENTRY = `${ORIGIN}/f/acme/changelog/${ID}`;
export const UNSUBSCRIBE = `${ORIGIN}/unsubscribe/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG`;

type Kind = 'receipt' | 'vote_confirmation' | 'status_update' | 'changelog_confirmation' | 'changelog_entry';
type Values<K extends Kind> = Partial<MailParameters[K]>;

const PARAMETERS: { readonly [K in Kind]: MailParameters[K] } = {
  receipt: { account: 'Acme', title: 'Dark mode', url: PAGE, language: 'en', isConfirmed: false },
  vote_confirmation: { account: 'Acme', titles: ['Dark mode', 'Export'], url: PAGE, language: 'en' },
  status_update: {
    account: 'Acme',
    itemId: ID,
    title: 'Dark mode',
    status: 'planned',
    message: 'We start next week.\n\nThank you for your patience.',
    cardUrl: CARD,
    url: PAGE,
    language: 'en',
  },
  changelog_confirmation: { account: 'Acme', url: PAGE, language: 'en' },
  changelog_entry: {
    account: 'Acme',
    title: 'Dark theme',
    text: 'Choose Dark.\n\n• In the settings\n• Or from the menu',
    entryUrl: ENTRY,
    url: PAGE,
    language: 'en',
  },
};

/** A message to someone who follows items, as it is sent. */
export function followerMail<K extends Kind>(kind: K, values: Values<K> = {}): RenderedMail {
  const parameters = { ...PARAMETERS[kind], ...values } as MailParameters[MailKind];
  const content: MailContent = { kind, to: 'ada@example.com', parameters, unsubscribeUrl: UNSUBSCRIBE };
  return renderMail(content, ORIGIN, ID);
}

const LONG_WORDS = { account: 'm'.repeat(100), title: 'w'.repeat(200) };

/** The messages with the longest texts, in a language. */
export const mailsIn = (language: Language): readonly (readonly [string, RenderedMail])[] => [
  ['receipt', followerMail('receipt', { language })],
  ['vote_confirmation', followerMail('vote_confirmation', { language, titles: titles(23) })],
  ['status_update', followerMail('status_update', { language, status: 'declined' })],
  ['status_update without text', followerMail('status_update', { language, message: null, cardUrl: null })],
  [
    'status_update with long words',
    followerMail('status_update', { language, ...LONG_WORDS, message: 'x'.repeat(1000) }),
  ],
  ['changelog_confirmation', followerMail('changelog_confirmation', { language })],
  ['changelog_entry', followerMail('changelog_entry', { language })],
  ['changelog_entry without text', followerMail('changelog_entry', { language, text: '', entryUrl: null })],
  [
    'changelog_entry with long words',
    followerMail('changelog_entry', { language, ...LONG_WORDS, text: 'x'.repeat(2001) }),
  ],
];

export const titles = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Dark mode ${index + 1}`);
