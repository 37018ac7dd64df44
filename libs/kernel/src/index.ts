export * from './clock';
export * from './domain-error';
