import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that names the file of a secret. */
export const fileVariableOf = (name: string): string => `${name}_FILE`;

export interface Problem {
  /** The variable, also if its value is in a file. */
  readonly name: string;
  /** One line, which starts with the variable that is set. */
  readonly text: string;
}

/**
 * Adds the secrets that are in files: the value of `REDIS_URL` is in the file that `REDIS_URL_FILE` names. An empty
 * variable counts as not set. Returns a problem for each variable that is set twice, and for each file that is
 * unreadable or empty.
 */
export function readSecretFiles(
  env: Environment,
  names: readonly string[],
): { readonly env: Environment; readonly problems: readonly Problem[] } {
  const secrets: Record<string, string> = {};
  const problems: Problem[] = [];
  for (const name of names) {
    const variable = fileVariableOf(name);
    const path = env[variable];
    if (!path) continue;
    if (env[name]) {
      problems.push({ name, text: `${variable} must not be set when ${name} is set` });
      continue;
    }
    try {
      secrets[name] = readFileSync(path, 'utf8').trim();
      if (secrets[name] === '') problems.push({ name, text: `${variable}: ${path} is empty` });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      problems.push({ name, text: `${variable}: cannot read ${path} (${code})` });
    }
  }
  return { env: { ...env, ...secrets }, problems };
}
