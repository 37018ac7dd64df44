import { isUtf8 } from 'node:buffer';
import type { EmailField } from '@libs/accounts';
import { PUBLIC_FIELDS, submitterEmailRule, type NewFeedback } from '@libs/feedback';
import {
  DomainError,
  isObject,
  objectRule,
  optional,
  required,
  type Issue,
  type Rule,
  type Valid,
} from '@libs/kernel';
import { readBody } from '../http/body';
import { invalidEncoding } from '../http/errors';
import type { SpamSignals } from './spam-filter';
import { inWidgetWords } from './form.texts';

/** What a machine may have put there is judged, not refused. */
const anything: Rule<unknown> = { schema: {}, read: (value) => value };

const SIGNALS = { form_token: optional(anything), homepage: optional(anything), proof: optional(anything) };

/** What a visitor may send; anything else is unknown, and `status` is not theirs to set. */
const submissionRule = objectRule({ ...PUBLIC_FIELDS, ...SIGNALS });
const submissionRuleWithEmail = objectRule({
  ...PUBLIC_FIELDS,
  submitter_email: required(submitterEmailRule),
  ...SIGNALS,
});

export interface Submission {
  readonly input: Valid<Omit<NewFeedback, 'status'>>;
  readonly marks: SpamSignals;
}

/**
 * A submission to a form that asks for an address or does not; one that was not asked for is not kept.
 * @throws DomainError `validation`, with every fault
 */
export function submissionOf(raw: unknown, emailField: EmailField): Submission {
  const rule = emailField === 'required' ? submissionRuleWithEmail : submissionRule;
  const { form_token, homepage, proof, ...input } = readBody(rule, raw);
  const marks = { form_token, homepage, proof };
  return { input: emailField === 'hidden' ? { ...input, submitter_email: undefined } : input, marks };
}

/** A field left empty is a field not given, as it is for a browser without JavaScript. */
function withoutEmpty(raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ''));
}

/** The same for the widget, whose visitors read the messages: codes and fields stay, the words are theirs. */
export function widgetSubmissionOf(raw: unknown, emailField: EmailField): Submission {
  try {
    return submissionOf(withoutEmpty(raw), emailField);
  } catch (error) {
    const issues = error instanceof DomainError ? error.facts.issues?.map(inWidgetWords) : undefined;
    throw issues?.length ? DomainError.invalid(issues as [Issue, ...Issue[]]) : error;
  }
}

/** The fields as a browser without JavaScript sends them. */
export type Typed = Readonly<Partial<Record<TypedField, string>>>;
const TYPED_FIELDS = ['title', 'description', 'submitter_email', 'form_token', 'homepage'] as const;
type TypedField = (typeof TYPED_FIELDS)[number];

/**
 * What was typed; other fields are ignored, since browser extensions add some. A browser sends every line break of
 * a text area as CR LF, and what was left empty as an empty text.
 * @throws DomainError `invalid_encoding`: URLSearchParams would silently put U+FFFD for what is not UTF-8
 */
export function typedIn(bytes: unknown): Typed {
  if (!Buffer.isBuffer(bytes)) return {};
  const encoded = bytes.toString('utf8');
  if (!isUtf8(bytes) || !isDecodable(encoded)) throw invalidEncoding();
  const given = new URLSearchParams(encoded);
  return Object.fromEntries(
    TYPED_FIELDS.flatMap((name) => {
      const value = given.getAll(name).at(-1)?.replaceAll('\r\n', '\n');
      return value ? [[name, value]] : [];
    }),
  );
}

/** The result is made use of: the bundler takes a bare `decodeURIComponent` for one without effect and leaves it out. */
function isDecodable(encoded: string): boolean {
  try {
    return decodeURIComponent(encoded).isWellFormed();
  } catch {
    return false;
  }
}
