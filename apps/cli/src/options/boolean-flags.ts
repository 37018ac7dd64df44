import type { Command, Option } from 'commander';

/**
 * Adds `--name=true` and `--name=false` for boolean flags, which commander doesn't support. The first becomes `--name`;
 * the second removes earlier occurrences. Values of other flags stay unchanged.
 */
export function expandBooleanFlags(argv: readonly string[], program: Command): string[] {
  let command = program;
  const expanded: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === '--') return [...expanded, ...argv.slice(at)];
    const [, name, value] = /^(--[^=]+)=(true|false)$/.exec(word) ?? [];
    const takesValue = findOption(command, word)?.required === true;
    if (name && findOption(command, name)?.isBoolean()) {
      if (value === 'true') expanded.push(name);
      else expanded.splice(0, expanded.length, ...expanded.filter((earlier) => earlier !== name));
    } else {
      expanded.push(word);
      if (takesValue && at + 1 < argv.length) expanded.push(argv[++at]!);
      else command = command.commands.find((one) => one.name() === word) ?? command;
    }
  }
  return expanded;
}

/** The option of the command, or of its default subcommand, whose name can be omitted. */
function findOption(command: Command, flag: string): Option | undefined {
  // Commander has no public property for it.
  const defaultName: unknown = Reflect.get(command, '_defaultCommandName');
  const subcommand = command.commands.find((one) => one.name() === defaultName);
  return [command, ...(subcommand ? [subcommand] : [])]
    .flatMap(({ options }) => options)
    .find(({ long, short }) => long === flag || short === flag);
}
