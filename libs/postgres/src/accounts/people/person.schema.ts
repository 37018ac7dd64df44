import { PERSON_NAME_MAX, type Person } from '@libs/accounts';
import { EMAIL_MAX } from '@libs/kernel';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** The table of `Person`. A field without a column is a compile error. */
export const PersonSchema = new EntitySchema<Person>({
  name: 'people',
  columns: {
    id: { type: 'uuid', primary: true },
    email: { type: 'varchar', length: EMAIL_MAX },
    name: { type: 'varchar', length: PERSON_NAME_MAX },
    passwordHash: { name: 'password_hash', type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    emailConfirmedAt: {
      name: 'email_confirmed_at',
      type: 'timestamptz',
      precision: 3,
      nullable: true,
      // For instances of the release before.
      default: () => 'now()',
    },
  } satisfies Record<keyof Person, EntitySchemaColumnOptions>,
  indices: [
    // The index is on lower(email), which TypeORM can't express.
    { name: 'people_email', columns: ['email'], unique: true, synchronize: false },
  ],
});
