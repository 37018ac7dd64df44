import type { Command, Option } from 'commander';

/**
 * Understands `--name=true` and `--name=false` for switches, which commander does not: the first becomes `--name`, the
 * second takes back what came before it. Values of other flags stay as they are.
 */
export function withSwitches(argv: readonly string[], program: Command): string[] {
  let command = program;
  const out: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === '--') return [...out, ...argv.slice(at)];
    const [, name, value] = /^(--[^=]+)=(true|false)$/.exec(word) ?? [];
    const takesNext = optionOf(command, word)?.required === true;
    if (name && optionOf(command, name)?.isBoolean()) {
      if (value === 'true') out.push(name);
      else out.splice(0, out.length, ...out.filter((earlier) => earlier !== name));
    } else {
      out.push(word);
      if (takesNext && at + 1 < argv.length) out.push(argv[++at]!);
      else if (command === program) command = program.commands.find((one) => one.name() === word) ?? program;
    }
  }
  return out;
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => long === flag || short === flag);
}
