import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that names the file of a secret. */
export const fileVariableOf = (name: string): string => `${name}_FILE`;

/**
 * Adds the secrets that are in files: the value of `REDIS_URL` is in the file that `REDIS_URL_FILE` names. An empty
 * variable counts as not set. Returns one line for each variable that is set twice, and for each file that is unreadable
 * or empty.
 */
export function readSecretFiles(
  env: Environment,
  names: readonly string[],
): { readonly env: Environment; readonly problems: readonly string[] } {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const variable = fileVariableOf(name);
    const path = env[variable];
    if (!path) continue;
    if (env[name]) {
      problems.push(`${variable} must not be set when ${name} is set`);
      continue;
    }
    try {
      secrets[name] = readFileSync(path, 'utf8').trim();
      if (secrets[name] === '') problems.push(`${variable}: ${path} is empty`);
    } catch (error) {
      problems.push(`${variable}: cannot read ${path} (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return { env: { ...env, ...secrets }, problems };
}
