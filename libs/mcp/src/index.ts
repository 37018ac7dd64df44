export * from './feedback-tools';
export * from './server';
export { PAGE_DEFAULT, PAGE_MAX } from './rules';
