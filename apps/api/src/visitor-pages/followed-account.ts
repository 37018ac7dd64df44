import type { Account } from '@libs/accounts';
import type { FollowedAccount } from '@libs/feedback';

export const followedAccount = ({
  id,
  name,
  slug,
  form,
}: Pick<Account, 'id' | 'name' | 'slug' | 'form'>): FollowedAccount => ({
  id,
  name,
  slug,
  language: form.language,
  receipts: form.receipts,
});
