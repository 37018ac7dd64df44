import type { ImportEntry } from '@libs/feedback';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

interface StoredImport extends ImportEntry {
  readonly accountId: string;
}

/** The table of `ImportEntry`. A field without a column is a compile error. */
export const ImportSchema = new EntitySchema<StoredImport>({
  name: 'imports',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    created: { type: 'integer' },
    requests: { type: 'integer', default: 0 },
  } satisfies Record<keyof StoredImport, EntitySchemaColumnOptions>,
});
