export * from './feedback-tools';
export { ARGUMENTS } from './rules';
export * from './server';
