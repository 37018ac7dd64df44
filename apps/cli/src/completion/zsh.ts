import { isGroup, type CommandEntry, type CompletionValues, type Flag } from './command-tree';

/** Returns a script that works as the file `_feedback` in `fpath` and with `source`. */
export function zsh(program: CommandEntry): string {
  return `#compdef feedback
# zsh completion for feedback
${groupFunctions('_feedback', program)}if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _feedback "$@"
else
  compdef _feedback feedback
fi
`;
}

/**
 * The function that completes a group, and those of the groups in it. With `-A`, it leaves flags after the name of a
 * command to that command, even if the group has the same flag.
 */
function groupFunctions(functionName: string, { flags, commands }: CommandEntry): string {
  const functions = commands.filter(isGroup).map((one) => groupFunctions(`${functionName}_${one.name}`, one));
  return `${functions.join('')}${functionName}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -S -C -A '-*' \\
    ${[...flags.flatMap(flagSpecs), "'1: :->command'", "'*:: :->words'"].join(' \\\n    ')}
  case $state in
    command)
      local -a commands=(
        ${commands.map(({ name, description }) => quote(`${name}:${description}`)).join('\n        ')}
      )
      _describe -t commands command commands ;;
    words)
      case $words[1] in
${commands.map((one) => commandCase(functionName, one)).join('\n')}
      esac ;;
  esac
}
`;
}

function commandCase(functionName: string, entry: CommandEntry): string {
  const { name, flags, operands, isLastRepeated } = entry;
  if (isGroup(entry)) return `        ${name}) ${functionName}_${name} ;;`;
  const operandSpecs = operands.map((values, at) => {
    const place = isLastRepeated && at === operands.length - 1 ? '*' : String(at + 1);
    return quote(`${place}: :${valueAction(values)}`);
  });
  const specs = [...flags.flatMap(flagSpecs), ...operandSpecs];
  return `        ${name}) _arguments -S${specs.map((spec) => ` \\\n          ${spec}`).join('')} ;;`;
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
