export * from './accent';
export * from './bounds';
export * from './dashboard';
export * from './form-page';
