import type { StorageLimit } from '../storage/storage-limit';
import type { Operations } from './operations';

/** A batch that only deletes items frees storage. @throws DomainError `conflict` `storage_limit_reached` */
export function assertRoomFor({ operations }: Operations, storage: StorageLimit, accountId: string): void {
  if (operations.some(({ method }) => method !== 'delete')) storage.assertBelowStorageLimit(accountId);
}
