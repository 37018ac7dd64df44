export * from './scripted-service';
export * from './client-on';
