import type { Input } from '../input';
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

/** What is absent stays. */
export type FormChange = Partial<FormSettings>;

/** The settings after a change; what is wrong with it is noted in `input`. */
export function changedForm(input: Input, current: FormSettings, change: FormChange): FormSettings {
  const given = <T>(value: T | null | undefined, read: (value: T) => T): T | null | undefined =>
    value === null || value === undefined ? value : read(value);
  const heading = given(change.heading, (text) => input.line(text, 'heading', FORM_HEADING_MAX));
  const introduction = given(change.introduction, (text) => input.lines(text, 'introduction', FORM_TEXT_MAX));
  const thanks = given(change.thanks, (text) => input.lines(text, 'thanks', FORM_TEXT_MAX));
  const accent = given(change.accent, (text) => accentIn(input, text));
  const emailField = given(change.emailField, (field) => input.oneOf(field, 'email_field', EMAIL_FIELDS));
  return {
    open: change.open ?? current.open,
    heading: heading === undefined ? current.heading : heading,
    introduction: introduction === undefined ? current.introduction : introduction,
    thanks: thanks === undefined ? current.thanks : thanks,
    accent: accent === undefined ? current.accent : accent,
    emailField: emailField ?? current.emailField,
  };
}

function accentIn(input: Input, accent: string): string {
  if (!ACCENT_PATTERN.test(accent)) {
    input.invalidValue('accent', 'must be a colour in lower case, such as #3454d1');
  }
  return accent;
}
