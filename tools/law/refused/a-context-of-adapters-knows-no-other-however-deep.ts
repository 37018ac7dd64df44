// at libs/postgres/src/webhooks/outbox/example.ts
// refused by law/no-join-from-webhooks
export { FeedbackSchema } from '../../feedback/feedback.schema';
