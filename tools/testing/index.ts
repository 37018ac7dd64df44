export * from './account';
export * from './product';
export * from './receiver';
export { TestSmtpServer, type ReceivedMail } from './smtp-server';
