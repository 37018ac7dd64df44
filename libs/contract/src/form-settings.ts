import type { EmailField } from '@libs/accounts/limits';

/** `GET form`, and what `PATCH form` answers. */
export interface FormSettings {
  readonly slug: string;
  readonly open: boolean;
  /** Null: the form's own words, made from the account's name. */
  readonly heading: string | null;
  readonly introduction: string | null;
  readonly thanks: string | null;
  /** `#rrggbb`, lower case; null: the product's own. */
  readonly accent: string | null;
  readonly email_field: EmailField;
  /** Where it stands: `<base_url>/f/<slug>`. */
  readonly url: string;
  /** The slugs it had before, newest first: links and widgets with them keep working. */
  readonly aliases: readonly string[];
}

/** `PATCH form`: what is absent stays; null goes back to the product's own words. */
export type FormChange = Partial<Omit<FormSettings, 'url' | 'aliases'>>;
