import { DomainError, type Actor, type Instant } from '@libs/kernel';
import type { RevisedItems } from '../batch/batch';
import type { Status } from '../items/feedback.rules';
import type { Notifying } from './notify';

/** How long a message is held, and how long changes can make it wait (status-messages.md 3). */
export const HOLD_MS = 2 * 60_000;
export const HOLD_MAX_MS = 10 * 60_000;
/** Messages that an account can ask for in 24 hours (status-messages.md 2). */
export const RECIPIENTS_PER_DAY = 50_000;
/** After how many seconds a request above this limit can succeed at the earliest; usually later. */
const RETRY_SECONDS = 3_600;
/** Messages of an item in a list. */
export const LISTED_MAX = 100;
/** People per transaction that adds messages to the outbox. */
export const STEP_SIZE = 500;

export type StatusMessageState = 'held' | 'sending' | 'sent' | 'cancelled' | 'unchanged';

/** A message about the status of an item to those who follow it (status-messages.md 1). */
export interface StatusMessage {
  readonly id: string;
  readonly feedback_id: string;
  readonly state: StatusMessageState;
  readonly previous_status: Status;
  /** Null while it is held, and if nothing was sent. */
  readonly status: Status | null;
  /** What the team writes. */
  readonly message: string | null;
  readonly actor: Actor;
  readonly created_at: Instant;
  readonly due_at: Instant;
  readonly sent_at: Instant | null;
  readonly recipients: number;
  readonly delivered: number;
  readonly waiting: number;
  readonly refused: number;
}

/** A message that a change or a member asks for. */
export interface Notice {
  readonly feedback_id: string;
  readonly previous_status: Status;
  readonly message: string | null;
  /** Whether the status is another one now. Otherwise, only a held message changes. */
  readonly isChange: boolean;
}

/** The messages that the lines of a batch ask for. Merged items have none. */
export const noticesOf = (
  updates: readonly Notifying[],
  { before, after }: RevisedItems,
): readonly Notice[] =>
  after.flatMap((item, i) => {
    const { notify } = updates[i]!;
    if (!notify || item.merged_into !== null) return [];
    const previous_status = before[i]!.status;
    return [
      {
        feedback_id: item.id,
        previous_status,
        message: notify.message ?? null,
        isChange: item.status !== previous_status,
      },
    ];
  });

/** What a message that is held becomes when it is asked for again. */
export const heldAgain = (held: StatusMessage, notice: Notice, by: Actor, at: Instant): StatusMessage => ({
  ...held,
  message: notice.message ?? held.message,
  actor: by,
  due_at: dueAt(at, held.created_at),
});

/** The end of the hold of a message that is asked for at a time. */
export function dueAt(at: Instant, createdAt: Instant = at): Instant {
  const end = Math.min(Date.parse(at) + HOLD_MS, Date.parse(createdAt) + HOLD_MAX_MS);
  return new Date(end).toISOString();
}

export const notifyLimitExceeded = (): DomainError =>
  new DomainError(
    'rate_limit',
    'notify_limit_exceeded',
    `An account can send ${RECIPIENTS_PER_DAY} messages about status and the changelog in 24 hours: leave out notify, or try again later`,
    { retryAfter: RETRY_SECONDS },
  );

export const statusMessageNotFound = (): DomainError =>
  new DomainError('not_found', 'status_message_not_found', 'Status message not found');

export const alreadySent = (): DomainError =>
  new DomainError('conflict', 'already_sent', 'The message is no longer held, so it cannot be cancelled');

/** The message as every surface returns it. */
export const statusMessageJson = (message: StatusMessage) => ({
  id: message.id,
  feedback_id: message.feedback_id,
  state: message.state,
  previous_status: message.previous_status,
  status: message.status,
  message: message.message,
  actor: message.actor,
  created_at: message.created_at,
  due_at: message.due_at,
  sent_at: message.sent_at,
  recipients: message.recipients,
  delivered: message.delivered,
  waiting: message.waiting,
  refused: message.refused,
});
