export * from './feedback-tools.contract';
