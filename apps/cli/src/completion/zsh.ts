import type { CommandEntry, Flag, CompletionValues, CommandTree } from './command-tree';

/** Returns a script that works as the file `_feedback` in `fpath` and with `source`. */
export function zsh({ flags, commands }: CommandTree): string {
  return `#compdef feedback
# zsh completion for feedback
_feedback() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -S -C \\
    ${[...flags.flatMap(flagSpecs), "'1: :->command'", "'*:: :->words'"].join(' \\\n    ')}
  case $state in
    command)
      local -a commands=(
        ${commands.map(({ name, description }) => quote(`${name}:${description}`)).join('\n        ')}
      )
      _describe -t commands command commands ;;
    words)
      case $words[1] in
${commands.map(commandCase).join('\n')}
      esac ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _feedback "$@"
else
  compdef _feedback feedback
fi
`;
}

function commandCase({ name, flags, operands, isLastRepeated }: CommandEntry): string {
  const operandSpecs = operands.map((values, at) => {
    const place = isLastRepeated && at === operands.length - 1 ? '*' : String(at + 1);
    return quote(`${place}: :${valueAction(values)}`);
  });
  const specs = [...flags.flatMap(flagSpecs), ...operandSpecs];
  return `        ${name}) _arguments -S \\\n          ${specs.join(' \\\n          ')} ;;`;
}

/** One spec per name. The names of a flag exclude each other. */
function flagSpecs({ names, description, values }: Flag): string[] {
  const exclusions = names.length > 1 ? `(${names.join(' ')})` : '';
  const help = `[${description.replace(/[[\]\\]/g, '\\$&')}]`;
  return names.map((name) => {
    if (values === null) return quote(`${exclusions}${name}${help}`);
    return quote(`${exclusions}${name}${name.startsWith('--') ? '=' : '+'}${help}: :${valueAction(values)}`);
  });
}

function valueAction(values: CompletionValues): string {
  if (values === 'files') return '_files';
  return values === 'nothing' ? '' : `(${values.join(' ')})`;
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
