export * from './feedback-builders';
export * from './feedback-repository.contract';
export * from './in-memory-feedback-repository';
export * from './in-memory-quarantine-repository';
export * from './quarantine-repository.contract';
