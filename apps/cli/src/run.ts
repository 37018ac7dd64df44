import { CommanderError, type Command } from 'commander';
import { CommandLine } from './cli';
import type { Context } from './context';
import { report, withKeyWarning } from './errors';
import { CliError, EXIT, ExitWithCode, type ExitCode } from './exit-codes';
import { createProgram } from './program';
import { expandBooleanFlags } from './options/boolean-flags';

/**
 * Runs one command line.
 * @param argv the words after the program's name
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
    // Nobody reads the results any more: that is no fault.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.ok;
    // Help and version have been printed. Help that nobody asked for means that the command is missing.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof ExitWithCode) return error.exitCode;
    return report(withKeyWarning(error, argv), cli, cli.options.json || args.includes('--json'));
  }
}

/** Help about a command that is none is answered as the command itself: with those that have a similar name. */
function replaceUnknownHelp(argv: readonly string[], { commands }: Command): readonly string[] {
  const [help, topic] = argv;
  if (help !== 'help' || !topic || topic.startsWith('-')) return argv;
  return commands.some((one) => one.name() === topic) ? argv : argv.slice(1);
}

function isInterruption(error: unknown, { signal }: Context): boolean {
  return signal.aborted || (error instanceof CliError && error.exitCode === EXIT.interrupted);
}
