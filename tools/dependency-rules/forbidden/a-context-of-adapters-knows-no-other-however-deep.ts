// at libs/postgres/src/webhooks/outbox/example.ts
// forbidden by architecture/no-join-from-webhooks
export { FeedbackSchema } from '../../feedback/feedback.schema';
