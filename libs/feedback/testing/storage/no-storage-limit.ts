import type { StorageLimit } from '../../src/storage/storage-limit';

/** No account is full. */
export const NO_STORAGE_LIMIT: StorageLimit = { assertBelowStorageLimit() {} };
