import { isGroup, listPaths } from './command-tree';
import type { CommandEntry, CommandPath, CompletionValues } from './command-tree';

/**
 * Returns a script for bash 3.2 (macOS) that doesn't need the bash-completion package. Bash splits words at `=`
 * (COMP_WORDBREAKS), so in `--status=ne` the flag is two words before the completed word.
 */
export function bash(program: CommandEntry): string {
  const paths = listPaths(program);
  const groups = paths.filter(({ entry, path }) => path !== '' && isGroup(entry));
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
      ${paths.flatMap((one) => casePatterns(one.path, flagsWithValue(one))).join(' | ')})
        [[ \${COMP_WORDS[at+1]} == '=' ]] && ((at++))
        ((at++)) ;;
      *:-?*) ;;
      :*) command=$word ;;
      ${groups.map(({ path }) => `${quotePath(path)}:*`).join(' | ')}) command="$command $word" ;;
      *) ((place++)) ;;
    esac
  done
  case $command:$flag in
${paths.flatMap(flagCases).join('\n')}
  esac
  case $command in
${paths.map(commandCase).join('\n')}
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

const flagsWithValue = ({ entry }: CommandPath): string[] =>
  entry.flags.filter(({ values }) => values !== null).flatMap(({ names }) => names);
const casePatterns = (path: string, names: readonly string[]): string[] =>
  names.map((name) => `${quotePath(path)}:${name}`);
const quotePath = (path: string): string => (path.includes(' ') ? `'${path}'` : path);

function flagCases({ path, entry }: CommandPath): string[] {
  return entry.flags.flatMap(({ names, values }) =>
    values === null
      ? []
      : [`    ${casePatterns(path, names).join(' | ')}) ${completionCall(values)}; return ;;`],
  );
}

function commandCase({ path, entry }: CommandPath): string {
  const flagNames = entry.flags.flatMap(({ names }) => names);
  const pattern = path === '' ? "''" : quotePath(path);
  if (isGroup(entry)) {
    const names = entry.commands.map(({ name }) => name);
    return `    ${pattern}) _feedback_words ${quoteLines([...names, ...flagNames])} ;;`;
  }
  const options = `_feedback_words ${quoteLines(flagNames)}`;
  const cases = entry.operands.map((values, at) => {
    const isLast = at === entry.operands.length - 1;
    return `${entry.isLastRepeated && isLast ? '*' : at}) ${completionCall(values)} ;;`;
  });
  const operandCase = cases.length > 0 ? `case $place in ${cases.join(' ')} esac` : ':';
  return `    ${pattern}) if [[ $current == -* ]]; then ${options}; else ${operandCase}; fi ;;`;
}

function completionCall(values: CompletionValues): string {
  if (values === 'files') return '_feedback_files';
  return values === 'nothing' ? ':' : `_feedback_words ${quoteLines(values)}`;
}

/** Quotes words as one shell word with one word per line. The words contain no quotes. */
const quoteLines = (lines: readonly string[]): string => `$'${lines.join('\\n')}'`;
