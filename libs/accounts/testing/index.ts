export * from './account-builders';
export * from './account-repository.contract';
export * from './api-key-repository.contract';
export * from './in-memory-account-repository';
export * from './in-memory-api-key-repository';
export * from './password-hasher.contract';
export * from './plain-password-hasher';
export * from './rate-limit-store.contract';
