export * from './account-of-feedback';
export * from './ask';
export * from './with-parsed-arguments';
export * from './feedback-tools.contract';
export * from './in-memory-feedback-tools';
