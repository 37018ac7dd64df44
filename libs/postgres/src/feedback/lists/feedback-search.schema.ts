import { EMAIL_MAX } from '@libs/kernel';
import { EntitySchema } from 'typeorm';

/** What is found of an item; kept by triggers on `feedback` and read through it (docs/architecture/adr/0012-search.md). */
export interface Findable {
  readonly accountId: string;
  readonly id: string;
  /** Title and description, U+001F, and the address, in lower case. */
  readonly text: string;
  /** In lower case. */
  readonly submitterEmail: string | null;
}

export const FeedbackSearchSchema = new EntitySchema<Findable>({
  name: 'feedback_search',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    text: { type: 'text' },
    submitterEmail: { name: 'submitter_email', type: 'varchar', length: EMAIL_MAX, nullable: true },
  },
  indices: [
    { name: 'feedback_search_email', columns: ['accountId', 'submitterEmail', 'id'], synchronize: false },
    { name: 'feedback_search_text', columns: ['accountId', 'text'], synchronize: false },
  ],
});
