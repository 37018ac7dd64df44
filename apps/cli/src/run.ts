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
  const args = argv.length > 0 ? expandBooleanFlags(replaceUnknownHelp(argv, program), program) : ['--help'];
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

/** Drops `help` before an unknown command, so that the error suggests similar commands. */
function replaceUnknownHelp(argv: readonly string[], { commands }: Command): readonly string[] {
  const [help, topic] = argv;
  if (help !== 'help' || !topic || topic.startsWith('-')) return argv;
  return commands.some((one) => one.name() === topic) ? argv : argv.slice(1);
}

function isInterruption(error: unknown, { signal }: Context): boolean {
  return signal.aborted || (error instanceof CliError && error.exitCode === EXIT.interrupted);
}
