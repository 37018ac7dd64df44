const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en')} people`);

/** Texts about messages about status, in notices, the dialog, and the activity. */
export const statusMessages = {
  offer: (count: number) => `Tell ${people(count)}…`,
  /** Follows the text about the change. */
  soon: (count: number) => `${people(count)} will be told in two minutes.`,
  /** If a message was held before the change. */
  soonAt: (count: number, time: string) => `${people(count)} will be told at ${time}.`,
  soonAll: 'The people who follow them will be told in two minutes.',
  cancel: 'Cancel',
  cancelled: 'Cancelled. No one is told.',
  alreadySent: 'Too late to cancel. The message was already sent.',
  cancelFailed: 'Couldn’t cancel the message',
  nothingToTell: 'The status was changed back in the meantime. No one is told.',
  tooMany: (max: number) => `Select ${max} items or fewer to tell people about them.`,
  dialog: {
    title: (count: number) => `Tell ${people(count)}`,
    unknown: 'Tell people about the status',
    loading: 'Loading the message',
    failed: 'Couldn’t load the message',
    close: 'Close',
    one: 'is now',
    several: (count: number) => `${count} items have a new status.`,
    severalHint: 'A person who follows several of them gets a message about each.',
    message: 'Your message (optional)',
    hint: 'It comes first in the mail.',
    declined: 'Say why, if you can. The mail already thanks the person.',
    tooLong: (max: number) => `Use ${max.toLocaleString('en')} characters or fewer.`,
    held: 'A message is waiting to be sent. This one takes its place, and the two minutes start again.',
    toldBefore: (count: number, date: string) =>
      `${people(count)} ${count === 1 ? 'was' : 'were'} told about this status on ${date}. Now ${count === 1 ? 'this person gets' : 'they get'} another message.`,
    languages: 'Language of the preview',
    language: (name: string, count: number) => `${name} (${count.toLocaleString('en')})`,
    format: 'Format of the preview',
    html: 'Formatted',
    text: 'Plain text',
    subject: 'Subject',
    frame: (subject: string) => `Mail: ${subject}`,
    test: 'Send a test to me',
    tested: (to: string) => `Test sent to ${to}.`,
    notTested: 'The status was changed back in the meantime.',
    statement: 'Sent in two minutes. Until then you can cancel.',
    errors: {
      mail_not_configured: 'This service sends no mail.',
      email_unconfirmed: 'Confirm your email address in the account settings first.',
    },
    noOne: {
      title: 'No one follows this yet',
      text: 'People follow an item when they send it with their email address and confirm it. You can also add a person who agreed to messages.',
    },
    unchanged: {
      title: 'The status has not changed',
      text: 'Change the status first. Then you can tell the people who follow the item.',
    },
    noMail: {
      title: 'This service sends no mail',
      text: 'Ask your administrator to set these environment variables and restart the service:',
      variables: 'SMTP_URL=smtps://user:password@smtp.example.com\nMAIL_FROM=Feedback <no-reply@example.com>',
    },
  },
  thread: {
    /** These follow the name of who asked for the message. */
    held: (count: number, time: string) => `will tell ${people(count)} at ${time}`,
    sent: (count: number) => `told ${people(count)}`,
    toNoOne: 'wanted to tell people, but no one followed this item',
    cancelled: 'wanted to tell people. The message was cancelled',
    unchanged: 'wanted to tell people. No one was told, because the status was the same again',
    thatItIs: 'that it is',
    sending: 'Sending',
    delivered: (count: number) => `${count.toLocaleString('en')} delivered`,
    waiting: (count: number) => `${count.toLocaleString('en')} waiting`,
    refused: (count: number) => `${count.toLocaleString('en')} refused`,
    refusedHint: 'Rejected by their mail server, expired, or turned off by the person',
    message: 'Message',
    cancel: 'Cancel message',
  },
};
