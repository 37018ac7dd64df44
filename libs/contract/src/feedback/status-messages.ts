import type { Language } from '@libs/accounts/limits';
import type { Status } from '@libs/feedback';
import type { Actor } from '@libs/kernel';

/** A message about the status of an item (status-messages.md 1). */
export interface StatusMessage {
  readonly id: string;
  readonly feedback_id: string;
  readonly state: 'held' | 'sending' | 'sent' | 'cancelled' | 'unchanged';
  readonly previous_status: Status;
  /** Null while it is held, and if it was not sent. */
  readonly status: Status | null;
  readonly message: string | null;
  /** Who asked for it last. */
  readonly actor: Actor;
  readonly created_at: string;
  readonly due_at: string;
  readonly sent_at: string | null;
  /** While it is held, to how many people it would be sent now. */
  readonly recipients: number;
  readonly delivered: number;
  readonly waiting: number;
  readonly refused: number;
}

// `GET feedback/:id/status-messages`: 200 `Data<readonly StatusMessage[]>`, the newest 100, newest first.
// `DELETE feedback/:id/status-messages/:message_id`: 204, or 409 `already_sent`.

/** An item, with the status that it had before. */
export interface ChangedStatus {
  readonly id: string;
  readonly previous_status: Status;
}

/** `POST status-messages`: 201 `Data<readonly StatusMessage[]>`. At most 100 items. */
export interface TellBody {
  readonly items: readonly ChangedStatus[];
  readonly message: string | null;
}

/** `POST status-messages/preview`: 200 `Data<StatusMessagePreview>`. */
export interface PreviewBody extends TellBody {
  /** Absent: that of most recipients. */
  readonly language?: Language;
}

export interface StatusMessagePreview {
  /** People, not messages. */
  readonly recipients: number;
  readonly languages: readonly { readonly language: Language; readonly recipients: number }[];
  /** The message about the first item; null if no item has another status than before, and without mail. */
  readonly mail: { readonly subject: string; readonly text: string; readonly html: string } | null;
}

/** `POST status-messages/test`: 202 `Data<SentTest>`. */
export interface TestBody extends TellBody {
  readonly language: Language;
}

export interface SentTest {
  /** Null if no item has another status than before: nothing was sent. */
  readonly to: string | null;
}
