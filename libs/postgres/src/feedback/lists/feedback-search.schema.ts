import { EMAIL_MAX } from '@libs/kernel';
import { EntitySchema } from 'typeorm';

/** The searchable text of an item. Triggers on `feedback` keep it up to date (docs/architecture/adr/0012-search.md). */
export interface SearchEntry {
  readonly accountId: string;
  readonly id: string;
  /** Title, description, U+001F, and email address, in lowercase. */
  readonly text: string;
  /** In lowercase. */
  readonly submitterEmail: string | null;
}

export const FeedbackSearchSchema = new EntitySchema<SearchEntry>({
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
