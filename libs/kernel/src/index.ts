export * from './clock';
export * from './domain-error';
export * from './page';
export * from './rule';
export * from './text';
