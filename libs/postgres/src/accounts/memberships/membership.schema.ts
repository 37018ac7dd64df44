import { type Membership } from '@libs/accounts';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { AccountSchema } from '../account/account.schema';
import { PersonSchema } from '../people/person.schema';

/** The table of `Membership`. A field without a column is a compile error. */
export const MembershipSchema = new EntitySchema<Membership>({
  name: 'memberships',
  columns: {
    accountId: {
      name: 'account_id',
      type: 'uuid',
      primary: true,
      primaryKeyConstraintName: 'memberships_pkey',
      foreignKey: { name: 'memberships_account_id_fkey', target: AccountSchema, onDelete: 'CASCADE' },
    },
    personId: {
      name: 'person_id',
      type: 'uuid',
      primary: true,
      primaryKeyConstraintName: 'memberships_pkey',
      foreignKey: { name: 'memberships_person_id_fkey', target: PersonSchema, onDelete: 'CASCADE' },
    },
    role: { type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  } satisfies Record<keyof Membership, EntitySchemaColumnOptions>,
  checks: [{ name: 'memberships_role_known', expression: `role IN ('viewer', 'editor', 'admin', 'owner')` }],
  indices: [{ name: 'memberships_person_id', columns: ['personId'] }],
});
