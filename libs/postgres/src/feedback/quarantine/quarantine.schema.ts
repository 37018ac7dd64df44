import { DESCRIPTION_MAX, QUARANTINE_REASONS, TITLE_MAX, type QuarantinedFeedback } from '@libs/feedback';
import { EMAIL_MAX } from '@libs/kernel';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** The table of `QuarantinedFeedback`. A field without a column is a compile error. */
export const QuarantineSchema = new EntitySchema<QuarantinedFeedback>({
  name: 'quarantined_feedback',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    title: { type: 'varchar', length: TITLE_MAX },
    description: { type: 'text', nullable: true },
    submitter_email: { type: 'varchar', length: EMAIL_MAX, nullable: true },
    source: { type: 'text' },
    context: { type: 'jsonb', nullable: true },
    reason: { type: 'text' },
    created_at: { type: 'timestamptz', precision: 3 },
  } satisfies Record<keyof QuarantinedFeedback, EntitySchemaColumnOptions>,
  checks: [
    {
      name: 'quarantined_feedback_title_length',
      expression: `char_length(title) BETWEEN 1 AND ${TITLE_MAX}`,
    },
    {
      name: 'quarantined_feedback_description_length',
      expression: `char_length(description) <= ${DESCRIPTION_MAX}`,
    },
    {
      name: 'quarantined_feedback_reason_known',
      expression: `reason IN (${QUARANTINE_REASONS.map((reason) => `'${reason}'`).join(', ')})`,
    },
  ],
});
