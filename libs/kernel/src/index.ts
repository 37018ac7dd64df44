export * from './actor';
export * from './clock';
export * from './domain-error';
export * from './object-rule';
export * from './page';
export * from './rule';
export * from './rules';
export * from './text';
