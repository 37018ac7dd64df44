import { VIEW_NAME_MAX, type View } from '@libs/feedback';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

interface StoredView extends Omit<View, 'shared'> {
  readonly accountId: string;
  /** The account for shared views. */
  readonly ownerId: string;
  readonly position: number;
}

/** The table of `View`. A field without a column is a compile error. */
export const ViewSchema = new EntitySchema<StoredView>({
  name: 'views',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    ownerId: { name: 'owner_id', type: 'uuid' },
    name: { type: 'varchar', length: VIEW_NAME_MAX },
    parameters: { type: 'jsonb' },
    position: { type: 'integer' },
  } satisfies Record<keyof StoredView, EntitySchemaColumnOptions>,
});
