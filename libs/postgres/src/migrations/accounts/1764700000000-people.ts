import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/**
 * People and their memberships (team.md 1). A person has the ID of the owner from whom it is made.
 *
 * The release before this one reads and writes `owners`. So triggers keep its rows equal to the people who own an
 * account, and turn its new owners into people. It opens every session whose `owner_id` has a row in `owners`, without
 * asking for a role, so `owner_id` is null unless that owner owns the session's account.
 */
export class People1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner);
    await followOwners(runner);
    await followMembers(runner);
    await runner.query(`
      INSERT INTO people
      SELECT id, email, left(split_part(email, '@', 1), 100), password_hash, created_at FROM owners`);
    await runner.query(`
      INSERT INTO memberships SELECT account_id, id, 'owner', created_at FROM owners`);
    await changeSessions(runner);
    await changeKeys(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
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

async function createTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE people (
      id uuid NOT NULL,
      email varchar(254) NOT NULL,
      name varchar(100) NOT NULL,
      password_hash text NOT NULL,
      created_at timestamptz(3) NOT NULL,
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

/** Makes a person of an owner whom the release before adds, and takes over its changes. */
async function followOwners(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION follow_owner() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO people
      VALUES (NEW.id, NEW.email, left(split_part(NEW.email, '@', 1), 100), NEW.password_hash, NEW.created_at)
      ON CONFLICT (id) DO UPDATE SET email = NEW.email, password_hash = NEW.password_hash
      WHERE (people.email, people.password_hash) IS DISTINCT FROM (NEW.email, NEW.password_hash);
      INSERT INTO memberships VALUES (NEW.account_id, NEW.id, 'owner', NEW.created_at)
      ON CONFLICT (account_id, person_id) DO NOTHING;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER owners_followed AFTER INSERT OR UPDATE OF email, password_hash ON owners
    FOR EACH ROW EXECUTE FUNCTION follow_owner()`);
}

/**
 * Keeps the row in `owners` of a person who owns an account. Deletes a person whose last account is deleted. A person
 * who leaves the last account stays.
 */
async function followMembers(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION follow_person() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE owners SET email = NEW.email, password_hash = NEW.password_hash
      WHERE id = NEW.id AND (email, password_hash) IS DISTINCT FROM (NEW.email, NEW.password_hash);
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER people_followed AFTER UPDATE OF email, password_hash ON people
    FOR EACH ROW EXECUTE FUNCTION follow_person()`);
  await runner.query(`
    CREATE FUNCTION follow_member() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      member uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.person_id ELSE NEW.person_id END;
    BEGIN
      DELETE FROM owners WHERE id = member AND NOT EXISTS (
        SELECT FROM memberships of WHERE of.person_id = member AND of.account_id = owners.account_id AND of.role = 'owner');
      INSERT INTO owners
      SELECT people.id, of.account_id, people.email, people.password_hash, people.created_at
      FROM memberships of JOIN people ON people.id = of.person_id
      WHERE of.person_id = member AND of.role = 'owner'
      ORDER BY of.created_at, of.account_id LIMIT 1
      ON CONFLICT (id) DO NOTHING;
      IF TG_OP = 'DELETE' THEN
        DELETE FROM people WHERE id = member
          AND NOT EXISTS (SELECT FROM memberships of WHERE of.person_id = member)
          AND NOT EXISTS (SELECT FROM accounts WHERE accounts.id = OLD.account_id);
      END IF;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER memberships_followed AFTER INSERT OR DELETE OR UPDATE OF role ON memberships
    FOR EACH ROW EXECUTE FUNCTION follow_member()`);
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
  await runner.query(`
    CREATE FUNCTION session_person() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.person_id := coalesce(NEW.person_id, NEW.owner_id);
      NEW.owner_id := (SELECT id FROM owners WHERE id = NEW.person_id AND account_id = NEW.account_id);
      RETURN NEW;
    END $$`);
  await runner.query(`
    CREATE TRIGGER sessions_person BEFORE INSERT OR UPDATE OF account_id ON sessions
    FOR EACH ROW EXECUTE FUNCTION session_person()`);
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
