export * from './accent';
export * from './dashboard';
export * from './form-page';
