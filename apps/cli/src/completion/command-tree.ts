import type { Argument, Command, Option } from 'commander';

/** Completions for a value: words, file names, or nothing. */
export type CompletionValues = readonly string[] | 'files' | 'nothing';

export interface Flag {
  /** The long name, and the short name if there is one: `--output`, `-o`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Null for a boolean flag. */
  readonly values: CompletionValues | null;
}

export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** One entry per positional argument. If `isLastRepeated`, the last entry also applies to all later arguments. */
  readonly operands: readonly CompletionValues[];
  readonly isLastRepeated: boolean;
}

export interface CommandTree {
  /** Flags before the command name. */
  readonly flags: readonly Flag[];
  readonly commands: readonly CommandEntry[];
}

/** Lists everything that can be completed, from the commands that commander parses. */
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
