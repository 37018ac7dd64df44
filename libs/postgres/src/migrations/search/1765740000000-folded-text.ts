import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';
import { functionsWith, LOWERCASE_TEXT } from '../feedback/1765500000000-one-trigger-per-write';

/**
 * Stores the text that is searched, and the keys of tags, as people compare text (docs/architecture/adr/0012-search.md).
 * `folded` and `without_accents` are those of libs/kernel/src/folded.ts. The next migration changes what is stored.
 */
export class FoldedText1765740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [FOLDED, WITHOUT_ACCENTS, SEARCHED_TEXT]) await runner.query(statement);
    await replaceFunctions(runner, SEARCHED);
    // As the owner of the table, the migration changes the tags of every account.
    await withoutQueue(runner, `ALTER TABLE tags NO FORCE ROW LEVEL SECURITY`);
    await runner.query(RENAME_EQUAL_TAGS);
    await runner.query(`UPDATE tags SET key = folded(name) WHERE key <> folded(name)`);
    await runner.query(`ALTER TABLE tags FORCE ROW LEVEL SECURITY`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceFunctions(runner, LOWERCASE_TEXT);
    for (const name of ['searched_text', 'without_accents', 'folded'])
      await runner.query(`DROP FUNCTION ${name}`);
  }
}

const SEARCHED = `searched_text(NEW.title || E'\\n' || coalesce(NEW.description, ''), NEW.submitter_email)`;

async function replaceFunctions(runner: QueryRunner, text: string): Promise<void> {
  for (const [name, body] of functionsWith(text)) {
    await runner.query(
      `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$${body}$$`,
    );
  }
}

const IMMUTABLE = 'LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE';
/** Characters without a shape. */
const INVISIBLE = String.raw`[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]`;
/** Of Latin and Greek letters, and ё. */
const ACCENT = String.raw`([a-zα-ωе])[\u0300-\u036f]+`;
/** Characters that can have such an accent, and combining ones. */
const ACCENTED = String.raw`[\u00c0-\u03ff\u0450\u0451\u04d7\u1e00-\u1fff]`;

/**
 * Normalizes `result` in parts, which end after whitespace: PostgreSQL's time grows with the square of the length of a
 * run of combining marks. 250 characters are more than a word has, and fewer than the 255 that a quantifier allows.
 */
const normalized = (form: 'NFC' | 'NFD' | 'NFKC') =>
  `(SELECT string_agg(normalize(part[1], ${form}), '') FROM regexp_matches(result, '.{0,249}\\s|\\S{1,250}', 'g') part)`;

/**
 * ASCII has as many bytes as characters. `normalize` and `translate` take a hundred times as long as a regular expression
 * without a match, so they run only if necessary.
 */
const FOLDED = `
  CREATE FUNCTION folded(value text) RETURNS text ${IMMUTABLE} AS $$
  DECLARE
    result text := value;
  BEGIN
    IF octet_length(value) = char_length(value) THEN
      RETURN lower(value);
    END IF;
    result := replace(result, '´', '''');
    IF result IS NOT NFKC NORMALIZED THEN
      result := ${normalized('NFKC')};
    END IF;
    result := replace(replace(lower(replace(result, 'İ', 'i')), 'ß', 'ss'), 'ς', 'σ');
    result := regexp_replace(result, '[ʹʼ‘’‚‛′‹›]', '''', 'g');
    result := regexp_replace(result, '[“”„‟«»]', '"', 'g');
    result := regexp_replace(result, '[‐‑‒–—―−]', '-', 'g');
    IF result ~ '${INVISIBLE}' THEN
      result := regexp_replace(result, '${INVISIBLE}', '', 'g');
    END IF;
    IF result IS NOT NFC NORMALIZED THEN
      result := ${normalized('NFC')};
    END IF;
    RETURN result;
  END $$`;

const WITHOUT_ACCENTS = `
  CREATE FUNCTION without_accents(value text) RETURNS text ${IMMUTABLE} AS $$
  DECLARE
    result text := value;
  BEGIN
    IF octet_length(value) = char_length(value) OR value !~ '${ACCENTED}' THEN
      RETURN value;
    END IF;
    result := regexp_replace(${normalized('NFD')}, '${ACCENT}', '\\1', 'g');
    IF result IS NOT NFC NORMALIZED THEN
      result := ${normalized('NFC')};
    END IF;
    RETURN result;
  END $$`;

/**
 * The text without accents, then with them if it has some: a search term with accents finds no others. U+001E precedes
 * the second one, and U+001F the address.
 */
const SEARCHED_TEXT = `
  CREATE FUNCTION searched_text(value text, email text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE
    accented text := folded(value);
    plain text := without_accents(accented);
  BEGIN
    RETURN CASE WHEN plain = accented THEN plain ELSE plain || E'\\x1e' || accented END
      || E'\\x1f' || lower(coalesce(email, ''));
  END $$`;

/** Names that were different tags, such as two forms of é, are the same tag now. All but the oldest get an end of their own. */
const RENAME_EQUAL_TAGS = `
  UPDATE tags SET name = left(name, 33) || ' ' || right(tags.id::text, 6),
    key = folded(left(name, 33) || ' ' || right(tags.id::text, 6))
  FROM (SELECT account_id, id, row_number() OVER (PARTITION BY account_id, folded(name) ORDER BY id) AS place FROM tags) equal
  WHERE place > 1 AND tags.account_id = equal.account_id AND tags.id = equal.id`;
