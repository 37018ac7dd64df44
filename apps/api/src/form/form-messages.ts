import type { EmailField } from '@libs/accounts';
import { DESCRIPTION_MAX, TITLE_MAX } from '@libs/feedback';
import { EMAIL_MAX, type DomainError, type Issue } from '@libs/kernel';
import type { Failure, FormFieldName } from '../languages/form-texts';
import { numberIn, timeFromNow } from '../languages/language';
import type { Reader } from '../languages/reader';

const MAX_LENGTHS: Readonly<Record<string, number>> = {
  title: TITLE_MAX,
  description: DESCRIPTION_MAX,
  submitter_email: EMAIL_MAX,
};

/** The message for visitors. It names no field, because the page shows it next to the field. */
export function visitorMessage({ code, message, param = '' }: Issue, { texts, language }: Reader): string {
  const max = MAX_LENGTHS[param];
  const known = texts.messages.issues[code] ?? message;
  return known.replace('{max}', max === undefined ? '' : numberIn(language, max));
}

/** Adds the label of the field, if visitors see it, to the message, because the widget shows it above all fields. */
export function withFieldLabel(issue: Issue, reader: Reader): Issue {
  const { fields, labeled, messages } = reader.texts;
  const label = fields[issue.param as FormFieldName] as string | undefined;
  if (!(issue.code in messages.issues)) return issue;
  const message = visitorMessage(issue, reader);
  return { ...issue, message: label === undefined ? message : labeled(label, message) };
}

/** The texts of the widget, in the order in which it shows them: see `FormTokenResponse`. */
export function widgetWords({ texts }: Reader, emailField: EmailField): readonly string[] {
  const { title, description, submitter_email: email } = texts.fields;
  const { send, sending, offline } = texts.messages;
  const fields = [title, description, ...(emailField === 'hidden' ? [] : [email])];
  return [...fields, send, texts.close, texts.optional, offline, sending];
}

/** Texts of the error page of the form. */
export function failureTexts(
  { code, facts }: DomainError,
  status: number,
  { texts, language }: Reader,
): Failure {
  const failure = code === 'identity_required' ? 'identity' : (FAILURES[status] ?? 'other');
  const [heading, sentence] = texts.failures[failure];
  const { retryAfter } = facts;
  if (retryAfter === undefined) return [heading, sentence];
  return [heading, `${sentence} ${texts.again(timeFromNow(language, retryAfter))}`];
}

const FAILURES: Readonly<Record<number, keyof Reader['texts']['failures']>> = {
  404: 'notFound',
  409: 'full',
  410: 'gone',
  413: 'tooLong',
  429: 'tooMany',
  503: 'unavailable',
};
