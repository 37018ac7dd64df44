// at libs/postgres/src/accounts/example.ts
// refused by law/no-join-from-accounts
import type { Feedback } from '@libs/feedback';

export const titleOf = (item: Feedback) => item.title;
