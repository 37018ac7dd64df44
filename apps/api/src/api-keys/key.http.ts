import { maskedKey, type DescribedApiKey } from '@libs/accounts';
import type { PublicUrls } from '../config';

/** The API key as the API returns it, without secrets. */
export function keyJson({ key, account }: DescribedApiKey, urls: PublicUrls) {
  return {
    id: key.id,
    name: key.name,
    permission: key.permission,
    masked: maskedKey(key),
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    account: { name: account.name, slug: account.slug, plan: account.plan },
    form_url: urls.form(account.slug),
  };
}
