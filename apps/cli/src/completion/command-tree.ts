import type { Argument, Command, Option } from 'commander';

/** What a shell can offer for a value: some words, the names of files, or nothing. */
export type Values = readonly string[] | 'files' | 'nothing';

export interface Flag {
  /** `--output`, and `-o` where there is one. */
  readonly names: readonly string[];
  readonly description: string;
  /** Null for a switch. */
  readonly values: Values | null;
}

export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** For each place; the last one holds for all that follow where it may be repeated. */
  readonly places: readonly Values[];
  readonly repeats: boolean;
}

export interface Words {
  /** The program's own flags. */
  readonly flags: readonly Flag[];
  readonly commands: readonly CommandWords[];
}

/** Everything that can stand on a command line, from the tree of commands that reads it. */
export function completionWords(program: Command): Words {
  const commands = program.commands.map(commandOf);
  const names = commands.map(({ name }) => name);
  const help = { name: 'help', description: 'print how a command is used', places: [names], repeats: false };
  return { flags: flagsOf(program), commands: [...commands, { ...help, flags: [] }] };
}

function commandOf(command: Command): CommandWords {
  const places = command.registeredArguments;
  return {
    name: command.name(),
    description: command.description(),
    flags: flagsOf(command),
    places: places.map(valuesOf),
    repeats: places.at(-1)?.variadic ?? false,
  };
}

function flagsOf(command: Command): Flag[] {
  return command.createHelp().visibleOptions(command).map(flagOf);
}

function flagOf(option: Option): Flag {
  return {
    names: [option.long, option.short].filter((name) => name !== undefined),
    description: option.description,
    values: option.required || option.optional ? valuesOf(option) : null,
  };
}

function valuesOf(takes: Option | Argument): Values {
  if (takes.argChoices) return takes.argChoices;
  const name = 'flags' in takes ? (/<([^>]+)>/.exec(takes.flags)?.[1] ?? '') : takes.name();
  return name === 'file' ? 'files' : 'nothing';
}
