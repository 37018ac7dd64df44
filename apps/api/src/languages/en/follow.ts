import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Your feedback',
  ask: [
    'Do you want to know what becomes of it?',
    'Confirm, and you get a message when something changes. You can stop that at any time.',
  ],
  confirm: 'Yes, send me messages',
  on: 'You get messages about your feedback.',
  off: 'You get no messages.',
  votes: ['Confirm your votes', 'They count once you confirm them. Discard those that aren’t yours.'],
  confirmVotes: 'Confirm votes',
  discard: 'Discard',
  since: (date) => `Since ${date}`,
  unnamed: 'Feedback that was noted for you',
  stop: 'Stop messages about this',
  follow: 'Send me messages about this',
  subscription: [
    'Subscribe to the changelog?',
    'You get an email about each change once you confirm this. You can end it at any time.',
  ],
  subscribed: 'You get an email about each change.',
  unsubscribe: 'End the subscription',
  stopAll: 'Stop all messages',
  startAll: 'Turn messages on again',
  empty: 'There is nothing here.',
  data: 'Your data',
  download: 'Download my data',
  erase: 'Erase my data',
  eraseHeading: 'Erase your data?',
  eraseText: (account) =>
    `Your email address is removed from all feedback for ${account}. What you wrote stays, without your address. You get no more messages, and this page stops working. This can’t be undone.`,
  back: 'Back',
  erasedHeading: 'Your data is erased',
  erasedText: (account) => `Your email address is no longer stored with feedback for ${account}.`,
  linkHeading: 'Get your link',
  linkText:
    'Enter the email address that you gave with your feedback. If it is known here, you get a message with a link to your page.',
  sendLink: 'Send link',
  linkSent: ['Check your mail', 'If your email address is known here, a message with a link is on its way.'],
  noMail: 'This service sends no messages.',
  bookmark: 'Bookmark this link to see what becomes of your feedback:',
};
