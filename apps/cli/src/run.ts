import { CommanderError, type Command } from 'commander';
import { CommandLine } from './cli';
import type { Context } from './context';
import { report, withKeyWarning } from './errors';
import { CliError, EXIT, ExitWithCode, type ExitCode } from './exit-codes';
import { createProgram } from './program';
import { expandBooleanFlags } from './options/boolean-flags';

/**
 * Runs one command line and returns its exit code.
 * @param argv the arguments after the program name
 */
export async function run(argv: readonly string[], context: Context): Promise<ExitCode> {
  const cli = new CommandLine(context);
  const program = createProgram(cli);
  const args = argv.length > 0 ? expandBooleanFlags(expandHelp(argv, program), program) : ['--help'];
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (isInterruption(error, context)) return EXIT.interrupted;
    // The reader closed the pipe. This is not an error.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.ok;
    // Help or version was printed. A non-zero code means that the command is missing.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof ExitWithCode) return error.exitCode;
    return report(withKeyWarning(error, argv), cli, cli.options.json || args.includes('--json'));
  }
}

/**
 * `help webhooks list` becomes `webhooks list --help`. Before an unknown command, drops `help`, so that the error
 * suggests similar commands.
 */
function expandHelp(argv: readonly string[], program: Command): readonly string[] {
  const [help, ...topic] = argv;
  if (help !== 'help' || !topic[0] || topic[0].startsWith('-')) return argv;
  let command = program;
  for (const [at, word] of topic.entries()) {
    if (command.commands.length === 0 || word.startsWith('-')) return [...topic.slice(0, at), '--help'];
    const subcommand = command.commands.find((one) => one.name() === word);
    if (!subcommand) return topic.slice(0, at + 1);
    command = subcommand;
  }
  return [...topic, '--help'];
}

function isInterruption(error: unknown, { signal }: Context): boolean {
  return signal.aborted || (error instanceof CliError && error.exitCode === EXIT.interrupted);
}
