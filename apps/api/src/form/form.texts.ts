import type { FormMessages } from '@libs/contract';
import { DESCRIPTION_MAX, TITLE_MAX } from '@libs/feedback';
import { EMAIL_MAX, type DomainError, type Issue } from '@libs/kernel';

/** The texts of the form pages. The form settings of an account replace some of them. */
export const TEXTS = {
  heading: (account: string) => `Feedback for ${account}`,
  introduction: 'Tell us what’s missing, what isn’t working, or what you like.',
  fields: {
    title: 'Title',
    description: 'Details',
    submitter_email: 'Email',
  },
  optional: '(optional)',
  emailHint: 'We’ll only use it to follow up with you.',
  honeypot: 'Leave this field empty',
  privacy: 'No cookies, no tracking.',
  thanksHeading: 'Thanks for your feedback',
  thanks: (account: string) => `We at ${account} have received your feedback.`,
  more: 'Send more feedback',
  closedHeading: 'This form is closed',
  closed: (account: string) => `${account} isn’t accepting feedback right now.`,
  kept: 'Your text is still here. Edit it if you like, then send it again.',
  textToCopy: 'You can copy your text below.',
  wait: (seconds: number) => ` Try again in ${waiting(seconds)}.`,
  problem: 'Error: ',
};

export const MESSAGES: FormMessages = {
  issues: {
    missing_required_field: 'This field is required.',
    empty_value: 'This field is required.',
    too_long: 'Use {max} characters or fewer.',
    invalid_format: 'Enter a valid email address.',
    invalid_characters: 'Some of these characters aren’t supported. Remove them.',
  },
  send: 'Send feedback',
  sending: 'Sending…',
  retry: 'Try again',
  fix: 'Fix the highlighted fields, then send again.',
  left: 'Characters left: {n}',
  over: 'Characters over the limit: {n}',
  offline: 'Couldn’t send your feedback. Check your connection and try again. Your text is still here.',
  unavailable: 'The service is temporarily unavailable. Your text is still here.',
  rateLimit: 'Too many submissions. Your text is still here. Try again in',
  ready: 'You can send your feedback now.',
  full: 'This form can’t accept feedback at the moment. Try again later. Your text is still here.',
  closed: 'This form no longer accepts feedback. Your text is still here so you can copy it.',
  tooLong: 'Your feedback is too long. Shorten it and try again.',
  failed: 'Couldn’t send your feedback. Your text is still here.',
};

const MAX_LENGTHS: Readonly<Record<string, number>> = {
  title: TITLE_MAX,
  description: DESCRIPTION_MAX,
  submitter_email: EMAIL_MAX,
};

/** The message for visitors. It names no field, because the page shows it next to the field. */
export const visitorMessage = ({ code, message, param = '' }: Issue): string =>
  (MESSAGES.issues[code] ?? message).replace('{max}', MAX_LENGTHS[param]?.toLocaleString('en') ?? '');

/** Labels of the fields in the widget. Keep them equal to those in `apps/widget/src/widget.ts`. */
const WIDGET_LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Details',
  submitter_email: 'Email',
};

/** Adds the label of the field to the message, because the widget shows it above all fields. */
export function withFieldLabel(issue: Issue): Issue {
  const label = WIDGET_LABELS[issue.param ?? ''];
  const hasMessage = label !== undefined && issue.code in MESSAGES.issues;
  return hasMessage ? { ...issue, message: `${label}: ${visitorMessage(issue)}` } : issue;
}

/** Texts of the error page of the form. */
export function failureTexts(
  error: DomainError,
  status: number,
): readonly [heading: string, sentence: string] {
  const [heading, sentence] = FAILURES[status] ?? [
    'Something went wrong',
    'We couldn’t process your request.',
  ];
  const { retryAfter } = error.facts;
  return [heading, retryAfter === undefined ? sentence : sentence + TEXTS.wait(retryAfter)];
}

const FAILURES: Record<number, readonly [heading: string, sentence: string]> = {
  404: ['Form not found', 'Check the link, or ask the person who sent it.'],
  409: ['This form is full', 'It can’t accept feedback at the moment. Try again later.'],
  410: [TEXTS.closedHeading, 'It isn’t accepting feedback right now.'],
  413: ['Your feedback is too long', 'Go back and shorten it.'],
  429: ['Too many submissions', 'We’ve received too many submissions from your network.'],
  503: ['Service unavailable', 'The form is temporarily unavailable.'],
};

function waiting(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
