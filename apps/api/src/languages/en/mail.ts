import type { MessageTexts } from '../message-texts';

export const mail: MessageTexts = {
  received: (title) => `We got your feedback: ${title}`,
  receivedBy: (account) => `Thank you. This is what you sent to ${account}:`,
  confirm:
    'Do you want to know what becomes of it? Confirm your email address on your page. Until then, you get no messages about it.',
  confirmLabel: 'Confirm email address',
  pageLabel: 'See your feedback',
  notYou: 'If you didn’t send this, ignore this message.',
  linkSubject: (account) => `Your feedback for ${account}`,
  linkFor: (account) => `This link opens the page with your feedback for ${account}. Keep it to yourself.`,
  copyLink: 'If the button doesn’t work, copy this link into your browser:',
  reason: (account) =>
    `You got this message because this email address was given with feedback for ${account}.`,
  unsubscribe: (account) => `No more messages from ${account}`,
};
