import type { Argument, Command, Option } from 'commander';

/** What a shell can offer for a value: some words, the names of files, or nothing. */
export type CompletionValues = readonly string[] | 'files' | 'nothing';

export interface Flag {
  /** `--output`, and `-o` where there is one. */
  readonly names: readonly string[];
  readonly description: string;
  /** Null for a switch. */
  readonly values: CompletionValues | null;
}

export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** For each place; the last one holds for all that follow where it may be repeated. */
  readonly operands: readonly CompletionValues[];
  readonly isLastRepeated: boolean;
}

export interface CommandTree {
  /** The program's own flags. */
  readonly flags: readonly Flag[];
  readonly commands: readonly CommandEntry[];
}

/** Everything that can stand on a command line, from the tree of commands that reads it. */
export function buildCommandTree(program: Command): CommandTree {
  const commands = program.commands.map(toEntry);
  const names = commands.map(({ name }) => name);
  const help = {
    name: 'help',
    description: 'show help for a command',
    operands: [names],
    isLastRepeated: false,
  };
  return { flags: toFlags(program), commands: [...commands, { ...help, flags: [] }] };
}

function toEntry(command: Command): CommandEntry {
  const operands = command.registeredArguments;
  return {
    name: command.name(),
    description: command.description(),
    flags: toFlags(command),
    operands: operands.map(completionValues),
    isLastRepeated: operands.at(-1)?.variadic ?? false,
  };
}

function toFlags(command: Command): Flag[] {
  return command.createHelp().visibleOptions(command).map(toFlag);
}

function toFlag(option: Option): Flag {
  return {
    names: [option.long, option.short].filter((name) => name !== undefined),
    description: option.description,
    values: option.required || option.optional ? completionValues(option) : null,
  };
}

function completionValues(optionOrArgument: Option | Argument): CompletionValues {
  if (optionOrArgument.argChoices) return optionOrArgument.argChoices;
  const name =
    'flags' in optionOrArgument
      ? (/<([^>]+)>/.exec(optionOrArgument.flags)?.[1] ?? '')
      : optionOrArgument.name();
  return name === 'file' ? 'files' : 'nothing';
}
