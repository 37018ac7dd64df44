/** Other programs have variables with similar names, so these are not suggested. */
const COMMON = new Set(['HOST', 'PORT', 'NODE_ENV', 'LOG_LEVEL', 'DATA_DIR']);

const OPENTELEMETRY = 'OTEL_';

/**
 * Returns one line for each unknown variable that looks like a variable of this service:
 * - It differs from a variable that is not set only in underscores and in at most one letter in six.
 * - Or it starts with the first two words of a variable that has at least three, such as `RATE_LIMIT_…`. The SDK of
 *   OpenTelemetry reads more variables than the service knows.
 */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  const families = known.filter((name) => name.split('_').length > 2).map(familyOf);
  const suggestions = known
    .filter((name) => !env[name] && !COMMON.has(name))
    .map((name) => [name, lettersOf(name)] as const);
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || known.includes(name)) return [];
    const letters = lettersOf(name);
    const suggestion = suggestions.find(([, wanted]) => isMisspelled(letters, wanted));
    if (suggestion) return [`${name} is not a variable of this service: did you mean ${suggestion[0]}?`];
    return families.includes(familyOf(name)) && !name.startsWith(OPENTELEMETRY)
      ? [`${name} is not a variable of this service`]
      : [];
  });
}

const familyOf = (name: string): string => `${name.split('_', 2).join('_')}_`;

const lettersOf = (name: string): string => name.toUpperCase().replaceAll('_', '');

function isMisspelled(letters: string, wanted: string): boolean {
  const allowed = Math.floor(wanted.length / 6);
  return Math.abs(letters.length - wanted.length) <= allowed && distance(letters, wanted) <= allowed;
}

/** The Levenshtein distance: the number of letters to insert, delete, or replace. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, wanted] of [...other].entries()) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
