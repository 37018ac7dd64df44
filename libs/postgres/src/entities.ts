import type { EntitySchema } from 'typeorm';
import { AccountSchema } from './accounts/account.schema';
import { AccountSlugSchema } from './accounts/account-slug.schema';
import { ApiKeySchema } from './accounts/api-key.schema';
import { OwnerSchema } from './accounts/owner.schema';
import { RemovedAccountSchema } from './accounts/removed-account.schema';
import { SessionSchema } from './accounts/session.schema';
import { FeedbackSchema } from './feedback/feedback.schema';
import { ImportSchema } from './feedback/import/import.schema';
import { FeedbackSearchSchema } from './feedback/feedback-search.schema';
import { IdempotencyItemSchema, IdempotencyRecordSchema } from './feedback/idempotency.schema';
import { QuarantineSchema } from './feedback/quarantine.schema';
import { SharedSecretSchema } from './shared-secret.schema';

/** Every table, one line a context. */
export const entities: EntitySchema[] = [
  ...([FeedbackSchema, FeedbackSearchSchema, QuarantineSchema] as EntitySchema[]),
  ...([IdempotencyRecordSchema, IdempotencyItemSchema, ImportSchema] as EntitySchema[]),
  ...([
    AccountSchema,
    AccountSlugSchema,
    OwnerSchema,
    ApiKeySchema,
    SessionSchema,
    RemovedAccountSchema,
  ] as EntitySchema[]),
  SharedSecretSchema as EntitySchema,
];
