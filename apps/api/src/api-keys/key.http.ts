import { maskedKey, type DescribedApiKey } from '@libs/accounts';

/** Builds the URLs of forms, which start with `PUBLIC_URL`. */
export class FormAddresses {
  constructor(private readonly publicUrl: string) {}
  of = (slug: string): string => `${this.publicUrl}/f/${slug}`;
}

/** The API key as the API returns it, without secrets. */
export function keyJson({ key, account }: DescribedApiKey, forms: FormAddresses) {
  return {
    id: key.id,
    name: key.name,
    permission: key.permission,
    masked: maskedKey(key),
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    account: { name: account.name, slug: account.slug, plan: account.plan },
    form_url: forms.of(account.slug),
  };
}
