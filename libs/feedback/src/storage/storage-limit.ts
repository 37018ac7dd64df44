import { DomainError } from '@libs/kernel';

/** Which accounts have reached their storage limit (operator.md 15). */
export interface StorageLimit {
  /** @throws DomainError `conflict` `storage_limit_reached` */
  assertRoom(accountId: string): void;
}

export const NO_STORAGE_LIMIT: StorageLimit = { assertRoom() {} };

/** Visitors of forms read it, too. */
export const storageLimitReached = (): DomainError =>
  new DomainError(
    'conflict',
    'storage_limit_reached',
    'This account has reached its storage limit. Its members can delete feedback, or ask the operator for more storage.',
  );
