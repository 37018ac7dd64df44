import type { AccountData } from '../account/account-removal';
import type { createFeedback } from './feedback';

interface Others {
  readonly webhooks: AccountData;
  readonly events: AccountData;
  readonly storage: AccountData;
}

/**
 * Everything that is removed with an account, in this order. Webhooks first, so that no deletion is delivered. Events
 * last, because deletions could still be published.
 */
export const accountDataOf = (
  {
    items,
    quarantine,
    notes,
    requests,
    followers,
    statusMessages,
    votes,
    changelog,
    views,
  }: ReturnType<typeof createFeedback>,
  { webhooks, events, storage }: Others,
): readonly AccountData[] => [
  webhooks,
  items,
  quarantine,
  notes,
  requests,
  followers,
  statusMessages,
  votes,
  changelog,
  views,
  events,
  storage,
];
