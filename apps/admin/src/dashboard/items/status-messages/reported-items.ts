import type { ChangedStatus, Status, StatusMessage } from '@libs/contract';

export interface Reported {
  /** The items whose followers can be told, or will be. */
  readonly reported: readonly ChangedStatus[];
  /** When they will be told, if messages about all of these items are held; otherwise null. */
  readonly dueAt: string | null;
}

/**
 * Leaves out items whose held message will not be sent, because their status is again what it was before
 * (status-messages.md 3).
 */
export function reportedItems(
  items: readonly ChangedStatus[],
  held: readonly StatusMessage[],
  statusOf: (id: string) => Status | undefined,
): Reported {
  const heldBy = new Map(held.map((message) => [message.feedback_id, message]));
  const reported = items.filter(({ id }) => heldBy.get(id)?.previous_status !== statusOf(id));
  const dues = reported.flatMap(({ id }) => heldBy.get(id)?.due_at ?? []);
  const isHeld = reported.length > 0 && dues.length === reported.length;
  return { reported, dueAt: isHeld ? dues.sort().at(-1)! : null };
}
