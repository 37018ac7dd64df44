import { CommanderError, type Command } from 'commander';
import { CommandLine } from './cli';
import type { Context } from './context';
import { report, withKeyTold } from './errors';
import { CliError, EXIT, Outcome, type ExitCode } from './exit-codes';
import { programOf } from './program';
import { withSwitches } from './options/boolean-flags';

/**
 * Runs one command line.
 * @param argv the words after the program's name
 */
export async function run(argv: readonly string[], context: Context): Promise<ExitCode> {
  const cli = new CommandLine(context);
  const program = programOf(cli);
  const words = argv.length > 0 ? withSwitches(asked(argv, program), program) : ['--help'];
  try {
    await program.parseAsync(words, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (isInterruption(error, context)) return EXIT.interrupted;
    // Nobody reads the results any more: that is no fault.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return EXIT.ok;
    // Help and version have been printed. Help that nobody asked for means that the command is missing.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof Outcome) return error.exitCode;
    return report(withKeyTold(error, argv), cli, cli.options.json || words.includes('--json'));
  }
}

/** Help about a command that is none is answered as the command itself: with those that have a similar name. */
function asked(argv: readonly string[], { commands }: Command): readonly string[] {
  const [help, topic] = argv;
  if (help !== 'help' || !topic || topic.startsWith('-')) return argv;
  return commands.some((one) => one.name() === topic) ? argv : argv.slice(1);
}

function isInterruption(error: unknown, { signal }: Context): boolean {
  return signal.aborted || (error instanceof CliError && error.exitCode === EXIT.interrupted);
}
