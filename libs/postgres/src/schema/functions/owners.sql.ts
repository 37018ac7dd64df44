/**
 * Keep `owners`, which the release before people reads and writes, equal to the people who own an account
 * (docs/contract/team.md 1). That release opens every session whose `owner_id` has a row in `owners`, without asking
 * for a role, so `owner_id` is null unless that owner owns the session's account.
 */

/** Makes a person of an owner whom the release before adds, and takes over its changes. */
export const FOLLOW_OWNER = `
  CREATE OR REPLACE FUNCTION follow_owner() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO people
    VALUES (NEW.id, NEW.email, left(split_part(NEW.email, '@', 1), 100), NEW.password_hash, NEW.created_at)
    ON CONFLICT (id) DO UPDATE SET email = NEW.email, password_hash = NEW.password_hash
    WHERE (people.email, people.password_hash) IS DISTINCT FROM (NEW.email, NEW.password_hash);
    INSERT INTO memberships VALUES (NEW.account_id, NEW.id, 'owner', NEW.created_at)
    ON CONFLICT (account_id, person_id) DO NOTHING;
    RETURN NULL;
  END $$`;

/** Takes over changes of a person who owns an account. */
export const FOLLOW_PERSON = `
  CREATE OR REPLACE FUNCTION follow_person() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE owners SET email = NEW.email, password_hash = NEW.password_hash
    WHERE id = NEW.id AND (email, password_hash) IS DISTINCT FROM (NEW.email, NEW.password_hash);
    RETURN NULL;
  END $$`;

/**
 * Keeps the row in `owners` of a person who owns an account. Deletes a person whose last account is deleted. A person
 * who leaves the last account stays.
 */
export const FOLLOW_MEMBER = `
  CREATE OR REPLACE FUNCTION follow_member() RETURNS trigger LANGUAGE plpgsql AS $$
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
  END $$`;

/** Sets the owner of a session, and the person of one that the release before adds. */
export const SESSION_PERSON = `
  CREATE OR REPLACE FUNCTION session_person() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.person_id := coalesce(NEW.person_id, NEW.owner_id);
    NEW.owner_id := (SELECT id FROM owners WHERE id = NEW.person_id AND account_id = NEW.account_id);
    RETURN NEW;
  END $$`;
