import {
  booleanRule,
  invalidValue,
  isText,
  lineRule,
  multilineRule,
  nullable,
  objectRule,
  oneOf,
  optional,
  type Rule,
  type Valid,
  type ValuesOf,
} from '@libs/kernel';
import { slugRule } from '../account/account.rules';
import {
  ACCENT_PATTERN,
  EMAIL_FIELDS,
  FORM_HEADING_MAX,
  FORM_TEXT_MAX,
  LANGUAGES,
  STATUS_MESSAGES,
  type EmailField,
  type Language,
  type StatusMessages,
} from '../limits';

/** Appearance and state of an account's form. Null means the default text or color. */
export interface FormSettings {
  readonly open: boolean;
  readonly heading: string | null;
  readonly introduction: string | null;
  readonly thanks: string | null;
  /** `#rrggbb` in lowercase. */
  readonly accent: string | null;
  readonly emailField: EmailField;
  /** Null: the language of the visitor. */
  readonly language: Language | null;
  /** Whether people who give their address get a receipt, if the service has mail (following.md 3). */
  readonly receipts: boolean;
  /** Whether the dashboard offers to tell followers of a new status (status-messages.md 6). */
  readonly statusMessages: StatusMessages;
  /** Whether submissions need an identity token (identity.md 7). */
  readonly requireIdentity: boolean;
}

export const NEW_FORM: FormSettings = {
  open: true,
  heading: null,
  introduction: null,
  thanks: null,
  accent: null,
  emailField: 'optional',
  language: null,
  receipts: true,
  statusMessages: 'ask',
  requireIdentity: false,
};

const accentRule: Rule<string> = {
  schema: { type: 'string', pattern: ACCENT_PATTERN.source },
  read(value, param, issues) {
    if (isText(value, param, issues) && !ACCENT_PATTERN.test(value)) {
      issues.push(invalidValue(param, 'must be a color in lowercase, such as #3454d1'));
    }
    return value as string;
  },
};

const CHANGE = {
  slug: optional(slugRule),
  open: optional(booleanRule),
  heading: optional(nullable(lineRule(FORM_HEADING_MAX))),
  introduction: optional(nullable(multilineRule(FORM_TEXT_MAX))),
  thanks: optional(nullable(multilineRule(FORM_TEXT_MAX))),
  accent: optional(nullable(accentRule)),
  email_field: optional(oneOf(EMAIL_FIELDS)),
  language: optional(nullable(oneOf(LANGUAGES))),
  receipts: optional(booleanRule),
  status_messages: optional(oneOf(STATUS_MESSAGES)),
  require_identity: optional(booleanRule),
};
/** The input of a change. Absent fields stay unchanged. The slug belongs to the account. */
export type FormChange = ValuesOf<typeof CHANGE>;
export const formChangeRule = objectRule(CHANGE, {
  readOnly: { names: ['url', 'aliases'], verb: 'updated' },
});

export function changedForm(
  current: FormSettings,
  {
    slug: _slug,
    email_field: emailField = current.emailField,
    status_messages: statusMessages = current.statusMessages,
    require_identity: requireIdentity = current.requireIdentity,
    ...others
  }: Valid<FormChange>,
): FormSettings {
  return { ...current, ...others, emailField, statusMessages, requireIdentity };
}
