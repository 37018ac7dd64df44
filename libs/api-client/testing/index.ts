export * from './scripted-service';
export * from './client-on';
export * from './event-responses';
