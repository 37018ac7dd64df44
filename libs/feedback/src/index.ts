export * from './feedback';
export * from './feedback.ports';
export * from './feedback.rules';
export * from './feedback.use-cases';
export * from './quarantine';
export * from './quarantine.ports';
export * from './quarantine.use-cases';
