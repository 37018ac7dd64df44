import type { Actor, SecurityEventType } from '@libs/kernel';

/** An entry of `GET security-log`, newest first. */
export interface SecurityLogEntry {
  readonly id: string;
  readonly type: SecurityEventType;
  readonly created_at: string;
  readonly actor: Actor;
  /** Null for operator commands. */
  readonly ip_address: string | null;
  readonly subject: SecurityLogSubject;
}

/** What was changed. Null if the type has none. */
export interface SecurityLogSubject {
  readonly id: string | null;
  /** The name of a key, the host of a webhook, a plan, a slug, a format, or a number of items. */
  readonly name: string | null;
}
