import type { EntitySchema } from 'typeorm';
import { FeedbackSchema } from './feedback/feedback.schema';
import { SharedSecretSchema } from './shared-secret.schema';

/** Every table, one line a context. */
export const entities: EntitySchema[] = [
  FeedbackSchema as EntitySchema,
  SharedSecretSchema as EntitySchema,
];
