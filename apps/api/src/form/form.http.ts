import type { EmailField } from '@libs/accounts';
import {
  contextRule,
  PUBLIC_FIELDS,
  submitterEmailRule,
  type ItemContext,
  type NewFeedback,
} from '@libs/feedback';
import {
  DomainError,
  isObject,
  objectRule,
  optional,
  required,
  stringRule,
  type Issue,
  type Rule,
  withoutHidden,
  type Valid,
} from '@libs/kernel';
import { readBody } from '../http/body';
import { typedFields } from '../http/requests/urlencoded';
import type { SpamSignals } from './spam-filter';
import type { Reader } from '../languages/reader';
import { failureTexts, withFieldLabel } from './form-messages';

/** The spam filter checks these fields. An invalid value leads to quarantine, not to an error. */
const anyValue: Rule<unknown> = { schema: {}, read: (value) => value };

const SIGNALS = { form_token: optional(anyValue), homepage: optional(anyValue), proof: optional(anyValue) };

/** Leaves out the members that are not valid, because a visitor cannot correct them (form.md 2). */
const pageContextRule: Rule<ItemContext | null> = {
  schema: contextRule.schema,
  read(value) {
    if (!isObject(value)) return null;
    const valid = Object.entries(value).filter(([name, member]) => isContext({ [name]: member }));
    const context = Object.fromEntries(valid);
    return isContext(context) ? contextRule.read(context, '', []) : null;
  },
};

function isContext(value: unknown): boolean {
  const issues: Issue[] = [];
  contextRule.read(value, '', issues);
  return issues.length === 0;
}

/** Fields of a submission. All others are unknown, including `status`. */
const FIELDS = { ...PUBLIC_FIELDS, context: optional(pageContextRule), token: optional(stringRule) };
const submissionRule = objectRule({ ...FIELDS, ...SIGNALS });
const submissionRuleWithEmail = objectRule({
  ...FIELDS,
  submitter_email: required(submitterEmailRule),
  ...SIGNALS,
});

export interface Submission {
  readonly input: Valid<Omit<NewFeedback, 'status'>>;
  readonly signals: SpamSignals;
  /** An identity token, which is not verified yet. */
  readonly token?: string | undefined;
}

/** Text is pasted with characters that a visitor can't see. They are removed, because no one could fix the error. */
const CLEAN: Readonly<Record<string, (text: string) => string>> = {
  title: withoutHidden,
  submitter_email: withoutHidden,
  description: (text) => text.replace(/(?![\t\n\r])\p{Control}/gu, ''),
};

function visibleText(raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  const entries = Object.entries(raw).map(([name, value]) => {
    if (!value || typeof value !== 'string' || !Object.hasOwn(CLEAN, name)) return [name, value];
    // A field in which nothing is left counts as absent.
    return [name, CLEAN[name]!(value) || undefined];
  });
  return Object.fromEntries(entries);
}

/**
 * Reads a submission. Removes control and invisible characters (form.md 2). Drops the email address if the form doesn't ask
 * for one. With an identity token, it asks for none: that of the token counts (identity.md 5).
 * @throws DomainError `validation`, with every issue
 */
export function submissionOf(raw: unknown, emailField: EmailField): Submission {
  const isRequired = emailField === 'required' && !(isObject(raw) && typeof raw['token'] === 'string');
  const rule = isRequired ? submissionRuleWithEmail : submissionRule;
  const { form_token, homepage, proof, token, ...input } = readBody(rule, visibleText(raw));
  const signals = { form_token, homepage, proof };
  return {
    input: emailField === 'hidden' ? { ...input, submitter_email: undefined } : input,
    signals,
    token,
  };
}

/** Empty fields count as absent, as in a submission without JavaScript. */
function withoutEmpty(raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''));
}

/** Reads a submission of the widget. */
export const widgetSubmissionOf = (raw: unknown, emailField: EmailField): Submission =>
  submissionOf(withoutEmpty(raw), emailField);

/** Returns an error with messages for visitors, as the widget shows them. Codes and fields stay. */
export function widgetError(error: unknown, reader: Reader): unknown {
  if (!(error instanceof DomainError)) return error;
  const { kind, code, facts } = error;
  const message = sentenceFor(error, reader);
  if (message !== null) return new DomainError(kind, code, message, facts);
  const issues = facts.issues?.map((issue) => withFieldLabel(issue, reader));
  return issues?.length ? DomainError.invalid(issues as [Issue, ...Issue[]]) : error;
}

function sentenceFor(error: DomainError, reader: Reader): string | null {
  const { messages, closedHeading, failures } = reader.texts;
  if (error.code === 'identity_required') return failures.identity[1];
  if (error.kind === 'conflict') return messages.full;
  if (error.kind === 'rate_limit') return failureTexts(error, 429, reader)[1];
  return error.code === 'form_closed' && reader.language !== 'en' ? closedHeading : null;
}

/** The fields of a form-encoded submission. */
export type Typed = Readonly<Partial<Record<TypedField, string>>>;
const TYPED_FIELDS = [
  'title',
  'description',
  'submitter_email',
  'form_token',
  'homepage',
  'send_anyway',
] as const;
type TypedField = (typeof TYPED_FIELDS)[number];

/** @throws DomainError `invalid_encoding` */
export const typedSubmission = (bytes: unknown): Typed => typedFields(bytes, TYPED_FIELDS);
