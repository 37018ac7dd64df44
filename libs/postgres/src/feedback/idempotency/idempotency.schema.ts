import { IDEMPOTENCY_KEY_MAX, type IdempotencyRecord } from '@libs/feedback';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

interface StoredRecord extends IdempotencyRecord {
  readonly accountId: string;
}

/** The table of `IdempotencyRecord`. A field without a column is a compile error. */
export const IdempotencyRecordSchema = new EntitySchema<StoredRecord>({
  name: 'idempotency_records',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    client: { type: 'uuid', primary: true },
    key: { type: 'varchar', length: IDEMPOTENCY_KEY_MAX, primary: true },
    fingerprint: { type: 'text' },
    response: { name: 'answer', type: 'text', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  } satisfies Record<keyof StoredRecord, EntitySchemaColumnOptions>,
  indices: [{ name: 'idempotency_records_created_at', columns: ['createdAt'] }],
});

/** An item that a stored response contains. */
interface StoredItem extends Pick<StoredRecord, 'accountId' | 'client' | 'key'> {
  readonly itemId: string;
}

export const IdempotencyItemSchema = new EntitySchema<StoredItem>({
  name: 'idempotency_items',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    client: { type: 'uuid', primary: true },
    key: { type: 'varchar', length: IDEMPOTENCY_KEY_MAX, primary: true },
    itemId: { name: 'item_id', type: 'uuid', primary: true },
  } satisfies Record<keyof StoredItem, EntitySchemaColumnOptions>,
  foreignKeys: [
    {
      name: 'idempotency_items_record_fkey',
      target: IdempotencyRecordSchema,
      columnNames: ['accountId', 'client', 'key'],
      referencedColumnNames: ['accountId', 'client', 'key'],
      onDelete: 'CASCADE',
    },
  ],
  indices: [{ name: 'idempotency_items_item', columns: ['accountId', 'itemId'] }],
});
