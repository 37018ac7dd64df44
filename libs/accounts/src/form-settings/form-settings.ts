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
import { ACCENT_PATTERN, EMAIL_FIELDS, FORM_HEADING_MAX, FORM_TEXT_MAX, type EmailField } from '../limits';

/** How an account's form looks and whether it takes feedback; null stands for the product's own words or colour. */
export interface FormSettings {
  readonly open: boolean;
  readonly heading: string | null;
  readonly introduction: string | null;
  readonly thanks: string | null;
  /** `#rrggbb`, lower case. */
  readonly accent: string | null;
  readonly emailField: EmailField;
}

export const NEW_FORM: FormSettings = {
  open: true,
  heading: null,
  introduction: null,
  thanks: null,
  accent: null,
  emailField: 'optional',
};

const accentRule: Rule<string> = {
  schema: { type: 'string', pattern: ACCENT_PATTERN.source },
  read(value, param, issues) {
    if (isText(value, param, issues) && !ACCENT_PATTERN.test(value)) {
      issues.push(invalidValue(param, 'must be a colour in lower case, such as #3454d1'));
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
};
/** What is absent stays. The slug is the account's. */
export type FormChange = ValuesOf<typeof CHANGE>;
export const formChangeRule = objectRule(CHANGE, {
  readOnly: { names: ['url', 'aliases'], verb: 'updated' },
});

export function changedForm(
  current: FormSettings,
  { slug: _slug, email_field: emailField = current.emailField, ...others }: Valid<FormChange>,
): FormSettings {
  return { ...current, ...others, emailField };
}
