export * from './feedback-tools';
