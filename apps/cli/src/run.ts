import { CommanderError } from 'commander';
import { CommandLine } from './cli';
import type { Context } from './context';
import { report } from './errors';
import { EXIT, type ExitCode } from './exit-codes';
import { programOf } from './program';
import { withSwitches } from './switches';

/**
 * Runs one command line.
 * @param argv the words after the program's name
 */
export async function run(argv: readonly string[], context: Context): Promise<ExitCode> {
  const cli = new CommandLine(context);
  const program = programOf(cli);
  const words = argv.length > 0 ? withSwitches(argv, program) : ['--help'];
  try {
    await program.parseAsync(words, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (context.signal.aborted) return EXIT.interrupted;
    // Help or the version was asked for and has been printed; the one that was not asked for is a usage error.
    if (error instanceof CommanderError) return error.code === 'commander.help' ? EXIT.usage : EXIT.ok;
    return report(error, cli, words.includes('--json'));
  }
}
