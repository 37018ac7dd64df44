export * from './feedback';
export * from './feedback.ports';
export * from './feedback.rules';
export * from './feedback.use-cases';
