import { maskedKey, type DescribedApiKey } from '@libs/accounts';
import type { FormUrls } from '../form-settings/form-settings.http';

/** The API key as the API returns it, without secrets. */
export function keyJson({ key, account }: DescribedApiKey, forms: FormUrls) {
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
