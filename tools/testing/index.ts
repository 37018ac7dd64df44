export * from './account';
export * from './product';
export * from './receiver';
