import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OWNER_FUNCTIONS, OWNER_TRIGGERS, SESSION_TRIGGER } from '../../schema/functions';
import { withoutQueue } from '../without-queue';

/**
 * People, their memberships, invitations, and second factors (team.md, second-factor.md). A person has the ID of the owner
 * from whom it is made, and triggers keep both equal for the release before.
 */
export class Team1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addPeople(runner);
    for (const definition of OWNER_FUNCTIONS) await runner.query(definition);
    for (const trigger of OWNER_TRIGGERS) await runner.query(`CREATE TRIGGER ${trigger}`);
    await runner.query(`
      INSERT INTO people
      SELECT id, email, left(split_part(email, '@', 1), 100), password_hash, created_at FROM owners`);
    await runner.query(`
      INSERT INTO memberships SELECT account_id, id, 'owner', created_at FROM owners`);
    await changeSessions(runner);
    await changeKeys(runner);
    await addInvitations(runner);
    await addSecondFactors(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE sign_in_challenges, second_factors, former_members, invitations`);
    await runner.query(`
      ALTER TABLE api_keys
        DROP CONSTRAINT api_keys_created_by_fkey,
        ADD CONSTRAINT api_keys_created_by_fkey
        FOREIGN KEY (created_by) REFERENCES owners (id) ON DELETE SET NULL NOT VALID`);
    await runner.query(`DELETE FROM sessions WHERE owner_id IS NULL`);
    await runner.query(`DROP TRIGGER sessions_person ON sessions`);
    await runner.query(`
      ALTER TABLE sessions
        DROP CONSTRAINT sessions_owner_id_fkey,
        DROP COLUMN person_id,
        ALTER COLUMN owner_id SET NOT NULL,
        ADD CONSTRAINT sessions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE CASCADE`);
    await runner.query(`DROP TRIGGER owners_followed ON owners`);
    await runner.query(`DROP TABLE memberships`);
    await runner.query(`DROP TABLE people`);
    for (const name of ['session_person', 'follow_owner', 'follow_person', 'follow_member'])
      await runner.query(`DROP FUNCTION ${name}()`);
  }
}

/** People of earlier releases keep getting mail, also those who join while an instance of one still runs (mail.md 8). */
async function addPeople(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE people (
      id uuid NOT NULL,
      email varchar(254) NOT NULL,
      name varchar(100) NOT NULL,
      password_hash text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      email_confirmed_at timestamptz(3) DEFAULT now(),
      CONSTRAINT people_pkey PRIMARY KEY (id)
    )`);
  await runner.query(`CREATE UNIQUE INDEX people_email ON people (lower(email))`);
  await runner.query(`
    CREATE TABLE memberships (
      account_id uuid NOT NULL,
      person_id uuid NOT NULL,
      role text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      CONSTRAINT memberships_pkey PRIMARY KEY (account_id, person_id),
      CONSTRAINT memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE,
      CONSTRAINT memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE,
      CONSTRAINT memberships_role_known CHECK (role IN ('viewer', 'editor', 'admin', 'owner'))
    )`);
  await runner.query(`CREATE INDEX memberships_person_id ON memberships (person_id)`);
}

async function changeSessions(runner: QueryRunner): Promise<void> {
  await withoutQueue(
    runner,
    `ALTER TABLE sessions
      ADD COLUMN person_id uuid,
      ALTER COLUMN owner_id DROP NOT NULL,
      DROP CONSTRAINT sessions_owner_id_fkey,
      ADD CONSTRAINT sessions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES owners (id) ON DELETE SET NULL`,
  );
  await runner.query(`UPDATE sessions SET person_id = owner_id`);
  // A session whose owner is of another account cannot exist, but nothing forbade it.
  await runner.query(`
    DELETE FROM sessions WHERE NOT EXISTS (
      SELECT FROM memberships of
      WHERE of.account_id = sessions.account_id AND of.person_id = sessions.person_id)`);
  await runner.query(`
    ALTER TABLE sessions ADD CONSTRAINT sessions_membership_fkey
    FOREIGN KEY (account_id, person_id) REFERENCES memberships (account_id, person_id) ON DELETE CASCADE`);
  await runner.query(`CREATE INDEX sessions_person_id ON sessions (person_id)`);
  await runner.query(`CREATE TRIGGER ${SESSION_TRIGGER}`);
}

/** Members who do not own the account also create keys. */
async function changeKeys(runner: QueryRunner): Promise<void> {
  await withoutQueue(
    runner,
    `ALTER TABLE api_keys
      DROP CONSTRAINT api_keys_created_by_fkey,
      ADD CONSTRAINT api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES people (id) ON DELETE SET NULL`,
  );
}

/** Invitations, and the names of people who were members (team.md 3, team.md 5). */
async function addInvitations(runner: QueryRunner): Promise<void> {
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

/**
 * Second factors, and sign-ins that wait for a code (second-factor.md 1, second-factor.md 3). Both are of a person and
 * are read before the account is known, so they have no row-level security, as `people` and `sessions`.
 */
async function addSecondFactors(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE second_factors (
      person_id uuid NOT NULL,
      sealed bytea NOT NULL,
      confirmed_at timestamptz(3),
      last_step bigint NOT NULL DEFAULT 0,
      recovery_digests bytea[] NOT NULL DEFAULT '{}',
      CONSTRAINT second_factors_pkey PRIMARY KEY (person_id),
      CONSTRAINT second_factors_person_id_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
    )`);
  await runner.query(`
    CREATE TABLE sign_in_challenges (
      digest bytea NOT NULL,
      account_id uuid NOT NULL,
      person_id uuid NOT NULL,
      password_digest bytea NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (digest),
      CONSTRAINT sign_in_challenges_person_id_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
    )`);
  await runner.query(`CREATE INDEX sign_in_challenges_person_id ON sign_in_challenges (person_id)`);
}
