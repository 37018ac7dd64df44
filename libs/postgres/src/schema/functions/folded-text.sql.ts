/** Text as people compare it (docs/architecture/adr/0012-search.md): `folded` and `without_accents` of libs/kernel. */

const IMMUTABLE = 'LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE';
/** Characters without a shape. */
const INVISIBLE = String.raw`[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]`;
/** Of Latin and Greek letters, and ё. */
const ACCENT = String.raw`([a-zα-ωе])[\u0300-\u036f]+`;
/** Characters that can have such an accent, and combining ones. */
const ACCENTED = String.raw`[\u00c0-\u03ff\u0450\u0451\u04d7\u1e00-\u1fff]`;

/**
 * Characters that normalization can combine with the one before, or sort: combining marks, and vowels and final consonants
 * of Hangul. In scripts with blanks between words, the ranges also contain letters.
 */
const COMBINING = String.raw`[\u0300-\u036f\u0483-\u0487\u0591-\u0ddf\u0e38-\u0e4b\u0eb8-\u0ecb\u0f18-\u0f39\u0f71-\u0fc6\u102e-\u103a\u108d\u1160-\u11ff\u135d-\u1734\u17d2-\u17dd\u18a9-\u193b\u1a17\u1a18\u1a60-\u1aff\u1b34-\u1b44\u1b6b-\u1b73\u1baa-\u1c37\u1cd0-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f-\u2dff\u302a-\u302f\u3099\u309a\u3133\u3135\u3136\u313a-\u313f\u314f-\u3163\ua66f-\ua67d\ua69e-\ua6f1\ua806-\ua82c\ua8c4-\ua92d\ua953\ua9b3-\ua9c0\uaab0-\uaac1\uaaf6\uabed\ufb1e\ufe20-\ufe2f\uff9e-\uffdc\U000101fd-\U0001d244\U0001e000-\U0001e94a]`;

/**
 * Normalizes `result`. PostgreSQL's time grows with the square of the length of a run of combining marks, so a text with a
 * long word is normalized in parts, which takes ten times as long. A part ends after whitespace, with which nothing
 * combines, or after 250 characters without any, as in Japanese, and up to 30 combining ones that follow, the most that
 * Unicode's stream-safe format allows. A quantifier allows at most 255.
 */
const normalized = (form: 'NFC' | 'NFD' | 'NFKC') => `
      CASE WHEN EXISTS (SELECT FROM string_to_table(result, ' ') word WHERE char_length(word) > 250)
        THEN (SELECT string_agg(normalize(part[1], ${form}), '') FROM regexp_matches(result, '.{0,249}\\s|\\S{1,250}${COMBINING}{0,30}', 'g') part)
        ELSE normalize(result, ${form}) END`;

/**
 * ASCII has as many bytes as characters. `normalize` and `translate` take a hundred times as long as a regular expression
 * without a match, so they run only if necessary.
 */
export const FOLDED = `
  CREATE OR REPLACE FUNCTION folded(value text) RETURNS text ${IMMUTABLE} AS $$
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

export const WITHOUT_ACCENTS = `
  CREATE OR REPLACE FUNCTION without_accents(value text) RETURNS text ${IMMUTABLE} AS $$
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
export const SEARCHED_TEXT = `
  CREATE OR REPLACE FUNCTION searched_text(value text, email text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE
    accented text := folded(value);
    plain text := without_accents(accented);
  BEGIN
    RETURN CASE WHEN plain = accented THEN plain ELSE plain || E'\\x1e' || accented END
      || E'\\x1f' || lower(coalesce(email, ''));
  END $$`;
