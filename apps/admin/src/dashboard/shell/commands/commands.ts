import type { Shortcut } from '../../../ui/shortcuts/shortcut-registry';

export type Command = Pick<Shortcut, 'keys' | 'description' | 'scope' | 'run'>;

/** The commands under one heading. */
export interface CommandGroup {
  readonly scope: string;
  readonly commands: readonly Command[];
}

/**
 * The actions that can run now: those of the page before those of `everywhere`, and those with keys first. Of two with the same description, the
 * one that was registered last runs, as with its key.
 */
export function commandsOf(shortcuts: readonly Shortcut[], everywhere: string): readonly Command[] {
  const commands = new Map<string, Command>();
  for (const shortcut of shortcuts) {
    if (!shortcut.isNative) commands.set(`${shortcut.scope}\n${shortcut.description}`, shortcut);
  }
  const rank = ({ scope, keys }: Command) => Number(scope === everywhere) * 2 + Number(keys.length === 0);
  return [...commands.values()].sort((one, other) => rank(one) - rank(other));
}

/** The commands that contain every word of the query, by scope. Case and accents don't matter. */
export function findCommands(commands: readonly Command[], query: string): readonly CommandGroup[] {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  const found = commands.filter(({ scope, description }) => {
    const text = normalize(`${scope} ${description}`);
    return words.every((word) => text.includes(word));
  });
  return [...new Set(found.map(({ scope }) => scope))].map((scope) => ({
    scope,
    commands: found.filter((command) => command.scope === scope),
  }));
}

const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
