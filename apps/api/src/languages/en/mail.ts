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
  confirmVote: 'Confirm your vote',
  confirmVotes: { other: 'Confirm your {n} votes' },
  votedFor: (account) => `Thank you. This is what you voted for at ${account}:`,
  more: { one: 'and {n} more', other: 'and {n} more' },
  voteCounts:
    'Your vote counts only after you confirm it on your page. From then on, you get a message when something changes. You can stop these messages at any time.',
  notYouVoted: 'If you didn’t vote, ignore this message. Nothing counts then.',
  votedReason: (account) =>
    `You got this message because someone voted at ${account} with this email address.`,
  updates: {
    new: 'We’re considering this again. Nothing has been decided yet.',
    planned: 'We’ve decided to do this. It’s now planned.',
    building: 'We’ve started to work on this.',
    shipped: 'This is done. Thank you: your feedback helped.',
    declined:
      'We’ve decided not to do this. It may not be the answer you hoped for. Thank you for telling us what matters to you.',
  },
  cardLabel: 'See details',
  entryLabel: 'Read more',
  entryReason: (account) =>
    `You get this message because you follow feedback for ${account}, or subscribe to its changelog.`,
  subscriptionSubject: (account) => `Confirm your subscription: ${account} changelog`,
  subscriptionFor: (account) =>
    `This email address was entered to get a message about each change at ${account}. You get them once you confirm that.`,
  notYouSubscribed: 'If you didn’t ask for this, ignore this message. Then you get no others.',
  subscriptionReason: (account) =>
    `You get this message because this email address was entered on the changelog of ${account}.`,
  updateReason: (account) =>
    `You got this message because you wanted to know what becomes of your feedback for ${account}.`,
};
