import type { Account } from '@libs/accounts';
import type { FormSettings } from '@libs/contract';

/** The URLs of forms, which start with `PUBLIC_URL`. */
export class FormUrls {
  constructor(private readonly publicUrl: string) {}
  of = (slug: string): string => `${this.publicUrl}/f/${slug}`;
}

export const formJson = ({ slug, aliases, form }: Account, urls: FormUrls): FormSettings => ({
  slug,
  open: form.open,
  heading: form.heading,
  introduction: form.introduction,
  thanks: form.thanks,
  accent: form.accent,
  email_field: form.emailField,
  url: urls.of(slug),
  aliases,
});
