import { ACCOUNT_NAME_MAX, SLUG_MAX, type Account } from '@libs/accounts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** The table behind `Account`; a field without a column does not compile. */
export const AccountSchema = new EntitySchema<Account>({
  name: 'accounts',
  columns: {
    id: { type: 'uuid', primary: true },
    name: { type: 'varchar', length: ACCOUNT_NAME_MAX },
    slug: { type: 'varchar', length: SLUG_MAX },
    plan: { type: 'text' },
    formOpen: { name: 'form_open', type: 'boolean' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  } satisfies Record<keyof Account, EntitySchemaColumnOptions>,
  checks: [
    { name: 'accounts_name_not_empty', expression: `name <> ''` },
    { name: 'accounts_slug_form', expression: `slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'` },
    { name: 'accounts_plan_known', expression: `plan IN ('free', 'pro')` },
  ],
  indices: [{ name: 'accounts_slug', columns: ['slug'], unique: true }],
});
