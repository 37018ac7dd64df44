import { DESCRIPTION_MAX, EXTERNAL_ID_MAX, STATUSES, TITLE_MAX, type Feedback } from '@libs/feedback';
import { EMAIL_MAX } from '@libs/kernel';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** What is stored of an item and is not part of it. */
interface Origin {
  readonly externalId: string | null;
  readonly importId: string | null;
}

/** The table behind `Feedback`; a field without a column does not compile. */
export const FeedbackSchema = new EntitySchema<Feedback & Origin>({
  name: 'feedback',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    title: { type: 'varchar', length: TITLE_MAX },
    description: { type: 'text', nullable: true },
    submitterEmail: { name: 'submitter_email', type: 'varchar', length: EMAIL_MAX, nullable: true },
    status: { type: 'text' },
    source: { type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
    version: { type: 'integer', default: 1 },
    externalId: { name: 'external_id', type: 'varchar', length: EXTERNAL_ID_MAX, nullable: true },
    importId: { name: 'import_id', type: 'uuid', nullable: true },
  } satisfies Record<keyof (Feedback & Origin), EntitySchemaColumnOptions>,
  checks: [
    { name: 'feedback_title_length', expression: `char_length(title) BETWEEN 1 AND ${TITLE_MAX}` },
    { name: 'feedback_description_length', expression: `char_length(description) <= ${DESCRIPTION_MAX}` },
    { name: 'feedback_status_known', expression: `status IN (${STATUSES.map((s) => `'${s}'`).join(', ')})` },
  ],
  indices: [
    { name: 'feedback_account_status', columns: ['accountId', 'status', 'id'], synchronize: false },
    { name: 'feedback_account_source', columns: ['accountId', 'source', 'id'], synchronize: false },
    { name: 'feedback_account_updated', columns: ['accountId', 'updatedAt', 'id'] },
    { name: 'feedback_account_title', columns: ['accountId', 'title', 'id'], synchronize: false },
    { name: 'feedback_account_external_id', columns: ['accountId', 'externalId'], synchronize: false },
    { name: 'feedback_account_import', columns: ['accountId', 'importId', 'id'], synchronize: false },
  ],
});
