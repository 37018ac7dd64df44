export * from './dashboard';
export * from './form-page';
