import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations, and the names of people who were members (team.md 3, team.md 5). */
export class Invitations1764700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invitations (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        digest bytea NOT NULL,
        role text NOT NULL,
        email varchar(254),
        created_by uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT invitations_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
        CONSTRAINT invitations_role_known CHECK (role IN ('viewer', 'editor', 'admin', 'owner')),
        CONSTRAINT invitations_digest_length CHECK (octet_length(digest) = 32)
      )`);
    await runner.query(`CREATE UNIQUE INDEX invitations_digest ON invitations (digest)`);
    await runner.query(`
      CREATE TABLE former_members (
        account_id uuid NOT NULL,
        person_id uuid NOT NULL,
        name varchar(100) NOT NULL,
        CONSTRAINT former_members_pkey PRIMARY KEY (account_id, person_id),
        CONSTRAINT former_members_account_id_fkey
          FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE former_members`);
    await runner.query(`DROP TABLE invitations`);
  }
}
