import type { Account } from '@libs/accounts';
import type { FollowedAccount } from '@libs/feedback';

export const followedAccount = ({
  id,
  name,
  slug,
  form,
  publicPages,
}: Pick<Account, 'id' | 'name' | 'slug' | 'form' | 'publicPages'>): FollowedAccount => ({
  id,
  name,
  slug,
  language: form.language,
  receipts: form.receipts,
  changelog: publicPages.changelog,
});
