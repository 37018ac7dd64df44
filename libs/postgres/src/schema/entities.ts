import type { EntitySchema } from 'typeorm';
import { AccountSchema } from '../accounts/account/account.schema';
import { AccountSlugSchema } from '../accounts/account/account-slug.schema';
import { ApiKeySchema } from '../accounts/api-keys/api-key.schema';
import { InvitationSchema } from '../accounts/invitations/invitation.schema';
import { FormerMemberSchema } from '../accounts/memberships/former-member.schema';
import { MembershipSchema } from '../accounts/memberships/membership.schema';
import { PersonSchema } from '../accounts/people/person.schema';
import { OwnerSchema } from '../accounts/account/owner.schema';
import { RemovedAccountSchema } from '../accounts/account/removed-account.schema';
import { SessionSchema } from '../accounts/sessions/session.schema';
import { FeedbackSchema } from '../feedback/items/feedback.schema';
import { ImportSchema } from '../feedback/import/import.schema';
import { IdempotencyItemSchema, IdempotencyRecordSchema } from '../feedback/idempotency/idempotency.schema';
import { FeedbackTagSchema, TagSchema } from '../feedback/tags/tag.schema';
import { QuarantineSchema } from '../feedback/quarantine/quarantine.schema';
import { ViewSchema } from '../feedback/views/view.schema';
import { SharedSecretSchema } from '../secrets/shared-secret.schema';

/** All tables, grouped by context. */
export const entities: EntitySchema[] = [
  ...([FeedbackSchema, QuarantineSchema] as EntitySchema[]),
  ...([IdempotencyRecordSchema, IdempotencyItemSchema, ImportSchema, ViewSchema] as EntitySchema[]),
  ...([TagSchema, FeedbackTagSchema] as EntitySchema[]),
  ...([
    AccountSchema,
    AccountSlugSchema,
    OwnerSchema,
    PersonSchema,
    MembershipSchema,
    FormerMemberSchema,
    InvitationSchema,
    ApiKeySchema,
    SessionSchema,
    RemovedAccountSchema,
  ] as EntitySchema[]),
  SharedSecretSchema as EntitySchema,
];
