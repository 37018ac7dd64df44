export * from './account';
export * from './product';
