import type { MailKind, RecipientLimit } from '@libs/accounts';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { AddressLimit } from '../http/address-limit';

/** Answers to what someone entered with the address. */
const ANSWERS_PER_HOUR = 10;
/** A person can follow many items that change at once. */
const UPDATES_PER_HOUR = 50;
const UPDATES: ReadonlySet<MailKind> = new Set<MailKind>(['status_update', 'changelog_entry']);

/** Limits the messages that all accounts send to one address (mail.md 9). */
export class RecipientLimits implements RecipientLimit {
  private readonly answers: AddressLimit;
  private readonly updates: AddressLimit;

  constructor(storage: ThrottlerStorage) {
    this.answers = new AddressLimit(storage, 'answers to address', [
      { name: 'hour', limit: ANSWERS_PER_HOUR },
    ]);
    this.updates = new AddressLimit(storage, 'updates to address', [
      { name: 'hour', limit: UPDATES_PER_HOUR },
    ]);
  }

  count(digest: string, kind: MailKind): Promise<boolean> {
    return (UPDATES.has(kind) ? this.updates : this.answers).allows('', digest);
  }
}
