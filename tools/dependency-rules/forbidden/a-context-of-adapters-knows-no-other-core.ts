// at libs/postgres/src/accounts/example.ts
// forbidden by architecture/no-join-from-accounts
import type { Feedback } from '@libs/feedback';

export const titleOf = (item: Feedback) => item.title;
