import { hasVisible } from '@libs/kernel';
import type { Language } from '@libs/accounts';
import { directionOf, plural } from '../languages/language';
import { formTexts, messageTexts, pageTexts } from '../languages/texts';
import type { Catalogue } from './mail.texts';
import type { MailLayout, Titles } from './parts/mail-parts';

const TITLE_IN_SUBJECT = 80;
const TITLES_SHOWN = 20;

/** Messages to people who follow items, in their language (following.md 3, votes.md 9, status-messages.md 4, changelog.md 10). */
export const FOLLOWER_TEXTS: Catalogue<
  | 'receipt'
  | 'follow_link'
  | 'vote_confirmation'
  | 'status_update'
  | 'changelog_confirmation'
  | 'changelog_entry'
> = {
  receipt: ({ account, title, url, language, isConfirmed }) => {
    const texts = messageTexts(language);
    return {
      subject: texts.received(shortened(title)),
      paragraphs: [texts.receivedBy(account), { titles: [title] }, ...(isConfirmed ? [] : [texts.confirm])],
      action: { label: isConfirmed ? texts.pageLabel : texts.confirmLabel, url },
      advice: texts.notYou,
      layout: layoutOf(account, language),
    };
  },
  follow_link: ({ account, url, language }) => {
    const texts = messageTexts(language);
    return {
      subject: texts.linkSubject(account),
      paragraphs: [texts.linkFor(account)],
      action: { label: texts.pageLabel, url },
      layout: layoutOf(account, language),
    };
  },
  vote_confirmation: ({ account, titles, url, language }) => {
    const texts = messageTexts(language);
    const [title = '', ...others] = titles;
    const label =
      others.length === 0 ? texts.confirmVote : plural(language, titles.length, texts.confirmVotes);
    return {
      subject: others.length === 0 ? labeled(language, label, isolated(language, shortened(title))) : label,
      paragraphs: [texts.votedFor(account), listed(language, titles), texts.voteCounts],
      action: { label, url },
      advice: texts.notYouVoted,
      layout: { ...layoutOf(account, language), reason: texts.votedReason(account) },
    };
  },
  status_update: ({ account, itemId, title, status, message, cardUrl, url, language }) => {
    const texts = messageTexts(language);
    const quote = message === null ? '' : withoutEmptyLines(message);
    const page = { label: texts.pageLabel, url };
    return {
      subject: labeled(language, subjectOf(title, account, language), pageTexts(language).statuses[status]),
      paragraphs: [
        ...(quote === '' ? [] : [{ quote, by: account }]),
        ...(title === null || title === shortened(title) ? [] : [{ titles: [title] }]),
        texts.updates[status],
      ],
      ...(cardUrl === null
        ? { action: page }
        : { action: { label: texts.cardLabel, url: cardUrl }, secondLink: page }),
      layout: { ...layoutOf(account, language), reason: texts.updateReason(account) },
      thread: `item-${itemId}`,
    };
  },
  changelog_confirmation: ({ account, url, language }) => {
    const texts = messageTexts(language);
    return {
      subject: texts.subscriptionSubject(account),
      paragraphs: [texts.subscriptionFor(account)],
      action: { label: pageTexts(language).subscribe, url },
      advice: texts.notYouSubscribed,
      layout: { ...layoutOf(account, language), reason: texts.subscriptionReason(account) },
    };
  },
  changelog_entry: ({ account, title, text, entryUrl, url, language }) => {
    const texts = messageTexts(language);
    const quote = withoutEmptyLines(text);
    const page = { label: texts.pageLabel, url };
    return {
      subject: labeled(language, account, isolated(language, shortened(title))),
      paragraphs: [{ titles: [title] }, ...(quote === '' ? [] : [{ quote, by: account }])],
      ...(entryUrl === null
        ? { action: page }
        : { action: { label: texts.entryLabel, url: entryUrl }, secondLink: page }),
      layout: { ...layoutOf(account, language), reason: texts.entryReason(account) },
    };
  },
};

const labeled = (language: Language, label: string, value: string): string =>
  formTexts(language).labeled(label, value);

const subjectOf = (title: string | null, account: string, language: Language): string =>
  title === null ? messageTexts(language).linkSubject(account) : isolated(language, shortened(title));

/** Keeps a title from deciding the direction of a line from right to left. */
const isolated = (language: Language, title: string): string =>
  directionOf(language) === 'rtl' ? `\u2068${title}\u2069` : title;

function listed(language: Language, titles: readonly string[]): Titles {
  const hidden = titles.length - TITLES_SHOWN;
  if (hidden <= 0) return { titles };
  const more = plural(language, hidden, messageTexts(language).more);
  return { titles: titles.slice(0, TITLES_SHOWN), more };
}

/** Keeps one of several empty lines, so that a text can't hide what follows it. */
const withoutEmptyLines = (written: string): string =>
  written
    .split('\n')
    .map((line) => (hasVisible(line) ? line.trim() : ''))
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();

function layoutOf(account: string, language: Language): MailLayout {
  const { copyLink, reason, unsubscribe } = messageTexts(language);
  return {
    language,
    direction: directionOf(language),
    link: copyLink,
    reason: reason(account),
    unsubscribe: unsubscribe(account),
    sender: account,
  };
}

function shortened(title: string): string {
  const characters = [...title];
  return characters.length > TITLE_IN_SUBJECT ? `${characters.slice(0, TITLE_IN_SUBJECT).join('')}…` : title;
}
