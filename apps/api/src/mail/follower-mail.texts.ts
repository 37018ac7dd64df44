import type { Language } from '@libs/accounts';
import { directionOf } from '../languages/language';
import { messageTexts } from '../languages/texts';
import type { Catalogue, MailLayout } from './mail.texts';

const TITLE_IN_SUBJECT = 80;

/** Messages to people who follow items, in their language (following.md 3). */
export const FOLLOWER_TEXTS: Catalogue<'receipt' | 'follow_link' | 'vote_confirmation' | 'status_update'> = {
  receipt: ({ account, title, url, language, isConfirmed }) => {
    const texts = messageTexts(language);
    return {
      subject: texts.received(shortened(title)),
      paragraphs: [texts.receivedBy(account), title, ...(isConfirmed ? [] : [texts.confirm])],
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
    return {
      subject: texts.linkSubject(account),
      paragraphs: [...titles, texts.confirm],
      action: { label: texts.confirmLabel, url },
      advice: texts.notYou,
      layout: layoutOf(account, language),
    };
  },
  status_update: ({ account, title, status, message, url, language }) => {
    const texts = messageTexts(language);
    return {
      subject: `${title === null ? texts.linkSubject(account) : shortened(title)}: ${status}`,
      paragraphs: message === null ? [] : [message],
      action: { label: texts.pageLabel, url },
      layout: layoutOf(account, language),
    };
  },
};

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
