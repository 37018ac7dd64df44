export * from './called';
export * from './feedback-tools.contract';
export * from './in-memory-feedback-tools';
