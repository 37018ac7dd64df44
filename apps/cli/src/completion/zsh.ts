import type { CommandWords, Flag, Values, Words } from './command-tree';

/** For a file `_feedback` in `fpath`, and for `source`. */
export function zsh({ flags, commands }: Words): string {
  return `#compdef feedback
# zsh completion for feedback
_feedback() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -S -C \\
    ${[...flags.flatMap(specsOf), "'1: :->command'", "'*:: :->words'"].join(' \\\n    ')}
  case $state in
    command)
      local -a commands=(
        ${commands.map(({ name, description }) => quoted(`${name}:${description}`)).join('\n        ')}
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

function commandCase({ name, flags, places, repeats }: CommandWords): string {
  const operands = places.map((values, at) => {
    const place = repeats && at === places.length - 1 ? '*' : String(at + 1);
    return quoted(`${place}: :${offer(values)}`);
  });
  const specs = [...flags.flatMap(specsOf), ...operands];
  return `        ${name}) _arguments -S \\\n          ${specs.join(' \\\n          ')} ;;`;
}

/** A line for each name; one of them is enough on a command line. */
function specsOf({ names, description, values }: Flag): string[] {
  const others = names.length > 1 ? `(${names.join(' ')})` : '';
  const said = `[${description.replace(/[[\]\\]/g, '\\$&')}]`;
  return names.map((name) => {
    if (values === null) return quoted(`${others}${name}${said}`);
    return quoted(`${others}${name}${name.startsWith('--') ? '=' : '+'}${said}: :${offer(values)}`);
  });
}

function offer(values: Values): string {
  if (values === 'files') return '_files';
  return values === 'nothing' ? '' : `(${values.join(' ')})`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
