import { maskedKey, type DescribedApiKey } from '@libs/accounts';

/** Where forms stand, with `PUBLIC_URL` in front. */
export class FormAddresses {
  constructor(private readonly publicUrl: string) {}
  of = (slug: string): string => `${this.publicUrl}/f/${slug}`;
}

/** What the holder of a key sees of it: this list of members is the only one. */
export function keyJson({ key, account }: DescribedApiKey, forms: FormAddresses) {
  return {
    name: key.name,
    permission: key.permission,
    masked: maskedKey(key),
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    account: { name: account.name, slug: account.slug, plan: account.plan },
    form_url: forms.of(account.slug),
  };
}
