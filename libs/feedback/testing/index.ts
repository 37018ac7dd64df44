export * from './feedback-builders';
export * from './feedback-repository.contract';
export * from './in-memory-feedback-repository';
