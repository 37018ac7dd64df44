import type { CommandEntry, Flag, CompletionValues, CommandTree } from './command-tree';

/**
 * Returns a script for bash 3.2 (macOS) that doesn't need the bash-completion package. Bash splits words at `=`
 * (COMP_WORDBREAKS), so in `--status=ne` the flag is two words before the completed word.
 */
export function bash({ flags, commands }: CommandTree): string {
  const globals = flags.filter(({ values }) => values !== null).flatMap(({ names }) => names);
  return `# bash completion for feedback
_feedback() {
  local current=\${COMP_WORDS[COMP_CWORD]} flag=\${COMP_WORDS[COMP_CWORD-1]} command= place=0 at word
  COMPREPLY=()
  if [[ $current == '=' ]]; then
    current=
  elif [[ $flag == '=' ]]; then
    flag=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $command:$word in
      ${[...casePatterns('', globals), ...commands.flatMap((one) => casePatterns(one.name, flagsWithValue(one)))].join(' | ')})
        [[ \${COMP_WORDS[at+1]} == '=' ]] && ((at++))
        ((at++)) ;;
      *:-?*) ;;
      :*) command=$word ;;
      *) ((place++)) ;;
    esac
  done
  case $command:$flag in
${[...flagCases('', flags), ...commands.flatMap((one) => flagCases(one.name, one.flags))].join('\n')}
  esac
  case $command in
    '') _feedback_words ${quoteLines([...commands.map(({ name }) => name), ...flagNames(flags)])} ;;
${commands.map(commandCase).join('\n')}
  esac
}
_feedback_words() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}
_feedback_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _feedback feedback
`;
}

const flagsWithValue = ({ flags }: CommandEntry): string[] =>
  flags.filter(({ values }) => values !== null).flatMap(({ names }) => names);
const casePatterns = (command: string, names: readonly string[]): string[] =>
  names.map((name) => `${command}:${name}`);
const flagNames = (flags: readonly Flag[]): string[] => flags.flatMap(({ names }) => names);

function flagCases(command: string, flags: readonly Flag[]): string[] {
  return flags.flatMap(({ names, values }) =>
    values === null
      ? []
      : [`    ${casePatterns(command, names).join(' | ')}) ${completionCall(values)}; return ;;`],
  );
}

function commandCase({ name, flags, operands, isLastRepeated }: CommandEntry): string {
  const options = `_feedback_words ${quoteLines(flagNames(flags))}`;
  const cases = operands.map((values, at) => {
    const isLast = at === operands.length - 1;
    return `${isLastRepeated && isLast ? '*' : at}) ${completionCall(values)} ;;`;
  });
  const operandCase = cases.length > 0 ? `case $place in ${cases.join(' ')} esac` : ':';
  return `    ${name}) if [[ $current == -* ]]; then ${options}; else ${operandCase}; fi ;;`;
}

function completionCall(values: CompletionValues): string {
  if (values === 'files') return '_feedback_files';
  return values === 'nothing' ? ':' : `_feedback_words ${quoteLines(values)}`;
}

/** Quotes words as one shell word with one word per line. The words contain no quotes. */
const quoteLines = (lines: readonly string[]): string => `$'${lines.join('\\n')}'`;
