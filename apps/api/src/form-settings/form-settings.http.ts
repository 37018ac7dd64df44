import type { Account } from '@libs/accounts';
import type { FormSettings } from '@libs/contract';

/** Builds form URLs: `<PUBLIC_URL>/f/<slug>`. */
export class FormAddress {
  constructor(private readonly publicUrl: string) {}

  formJson({ slug, aliases, form }: Account): FormSettings {
    return {
      slug,
      open: form.open,
      heading: form.heading,
      introduction: form.introduction,
      thanks: form.thanks,
      accent: form.accent,
      email_field: form.emailField,
      url: `${this.publicUrl}/f/${slug}`,
      aliases,
    };
  }
}
