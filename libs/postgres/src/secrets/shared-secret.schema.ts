import { EntitySchema } from 'typeorm';

/** A secret that instances share. */
export interface SharedSecretRow {
  readonly name: string;
  /** Not encrypted, from a release that did not encrypt it. */
  readonly secret: Buffer | null;
  readonly sealed: Buffer | null;
}

export const SharedSecretSchema = new EntitySchema<SharedSecretRow>({
  name: 'shared_secrets',
  columns: {
    name: { type: 'text', primary: true },
    secret: { type: 'bytea', nullable: true },
    sealed: { type: 'bytea', nullable: true },
  },
});
