import type { FormMessages } from '@libs/contract';
import { DESCRIPTION_MAX, TITLE_MAX } from '@libs/feedback';
import { EMAIL_MAX, type DomainError, type Issue } from '@libs/kernel';

/** Every word of the form, for the pages and for their script; an account's own words take the place of some. */
export const TEXTS = {
  heading: (account: string) => `Feedback for ${account}`,
  introduction: 'Tell us what you miss, what is in your way, or what you like.',
  fields: {
    title: 'In one line',
    description: 'More about it',
    submitter_email: 'Your e-mail',
  },
  optional: '(optional)',
  emailHint: 'So that we can ask back. It is not shown to anybody else.',
  trap: 'Please leave this empty',
  privacy: 'No cookies, no tracking.',
  thanksHeading: 'Thank you',
  thanks: (account: string) => `Your feedback has reached ${account}, who will review it.`,
  more: 'Send more feedback',
  closedHeading: 'This form is closed',
  closed: (account: string) => `${account} takes no feedback at the moment.`,
  kept: 'What you wrote is here. You can change it before you send it again.',
  keptToCopy: 'What you wrote is here, so that you can copy it.',
  wait: (seconds: number) => ` Try again in ${waiting(seconds)}.`,
  problem: 'Error: ',
};

export const WORDS: FormMessages = {
  issues: {
    missing_required_field: 'Please write something here.',
    empty_value: 'Please write something here.',
    too_long: 'That is too long: maximum {max} characters.',
    invalid_format: 'This does not look like an e-mail address.',
    invalid_characters: 'There are characters in here that cannot be stored. Please remove them.',
  },
  send: 'Send feedback',
  sending: 'Sending…',
  retry: 'Try again',
  fix: 'Not sent yet: please look at the fields marked in red.',
  left: '{n} characters left',
  over: '{n} characters too many',
  offline: 'That did not reach us: the connection seems to be down. Your text is still here.',
  unavailable: 'The service is not available at the moment. Your text is still here.',
  rateLimit: 'That was a lot at once. Your text is still here; you can send it again in',
  ready: 'You can send it now.',
  closed: 'This form has been closed in the meantime. Your text is still here, so that you can copy it.',
  tooLong: 'That is too long to be sent. Please shorten it.',
  failed: 'That did not work. Your text is still here.',
};

const MAXIMA: Readonly<Record<string, number>> = {
  title: TITLE_MAX,
  description: DESCRIPTION_MAX,
  submitter_email: EMAIL_MAX,
};

/** The API's messages name fields for programs; here the field stands beside the message. */
export const plain = ({ code, message, param = '' }: Issue): string =>
  (WORDS.issues[code] ?? message).replace('{max}', String(MAXIMA[param]));

/** What the widget's fields are called there (`apps/widget/src/widget.ts`). */
const WIDGET_LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  submitter_email: 'Email',
};

/** The widget shows the message as it comes, above all of its fields: in plain words, with the name its field has. */
export function inWidgetWords(issue: Issue): Issue {
  const label = WIDGET_LABELS[issue.param ?? ''];
  const hasWords = label !== undefined && issue.code in WORDS.issues;
  return hasWords ? { ...issue, message: `${label}: ${plain(issue)}` } : issue;
}

/** For a person whose form is not there, or whose submission did not get through. */
export function failureTexts(
  error: DomainError,
  status: number,
): readonly [heading: string, sentence: string] {
  const [heading, sentence] = FAILURES[status] ?? ['That did not work', 'Please try again.'];
  const { retryAfter } = error.facts;
  return [heading, retryAfter === undefined ? sentence : sentence + TEXTS.wait(retryAfter)];
}

const FAILURES: Record<number, readonly [heading: string, sentence: string]> = {
  404: [
    'There is no form here',
    'The address may be mistyped, or the form has moved. Ask whoever gave it to you.',
  ],
  410: [TEXTS.closedHeading, 'It takes no feedback at the moment.'],
  413: ['That is too long', 'Please go back and shorten it.'],
  429: ['That was a lot at once', 'Nothing is lost.'],
  503: ['Not available at the moment', 'Nothing is lost.'],
};

function waiting(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
