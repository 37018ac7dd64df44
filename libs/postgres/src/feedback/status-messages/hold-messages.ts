import { dueAt, notifyLimitExceeded, type Notice } from '@libs/feedback';
import type { Actor, Instant } from '@libs/kernel';
import { rowsOf } from '../../connection/array-rows';
import { textOf } from '../../connection/scoped-query';
import type { SendStatement } from '../idempotency/run-once';
import { HOLD, IS_ABOVE_LIMIT, LOCK } from './status-message.sql';

/**
 * Holds messages as `StatusMessageRepository.hold`, in the transaction of the changes. Runs no statement without notices.
 * @throws DomainError `rate_limit`; the transaction must then be rolled back
 */
export async function holdMessages(
  send: SendStatement,
  accountId: string,
  notices: readonly Notice[],
  { by, at }: { readonly by: Actor; readonly at: Instant },
): Promise<void> {
  if (notices.length === 0) return;
  await send(rowsOf(LOCK, [accountId]));
  const lists = (['feedback_id', 'previous_status', 'message', 'isChange'] as const).map((name) =>
    notices.map((notice) => notice[name]),
  );
  const { rowCount } = await send(rowsOf(HOLD, [accountId, ...lists, textOf(by), at, dueAt(at)]));
  if (rowCount === 0) return;
  const { rows } = await send<[boolean]>(rowsOf(IS_ABOVE_LIMIT, [accountId, at]));
  if (rows[0]![0]) throw notifyLimitExceeded();
}
