import { DomainError } from '@libs/kernel';

/** The accounts that have reached their storage limit (storage.md 3). */
export interface StorageLimit {
  /** @throws DomainError `conflict` `storage_limit_reached` */
  assertBelowStorageLimit(accountId: string): void;
}

export const storageLimitReached = (): DomainError =>
  new DomainError(
    'conflict',
    'storage_limit_reached',
    'This account has reached its storage limit. Its members can delete feedback, or ask the operator for more storage.',
  );
