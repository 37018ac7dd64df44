import { EntitySchema } from 'typeorm';

export const SharedSecretSchema = new EntitySchema<{ name: string; secret: Buffer }>({
  name: 'shared_secrets',
  columns: { name: { type: 'text', primary: true }, secret: { type: 'bytea' } },
});
