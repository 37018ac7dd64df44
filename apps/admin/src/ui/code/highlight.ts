export const CODE_LANGUAGES = [
  'curl',
  'cli',
  'javascript',
  'python',
  'json',
  'html',
  'toml',
  'text',
] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];
type TokenKind = 'plain' | 'string' | 'keyword' | 'variable';
interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const KEYWORDS: Readonly<Record<Exclude<CodeLanguage, 'json' | 'html' | 'toml' | 'text'>, string>> = {
  curl: 'curl|printf',
  cli: 'feedback|printf|npm|npx|claude',
  javascript: 'import|from|for|of|const|await|if|throw|new',
  python: 'import|with|as|print',
};
const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/;
/** Keys, strings, and other JSON tokens. */
const JSON_TOKEN =
  /(?<keyword>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<variable>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g;
/** Element names, values, and attribute names. */
const HTML_TOKEN =
  /(?<keyword>(?<=<\/?)[a-z][\w-]*)|(?<string>"[^"]*"|'[^']*')|(?<variable>(?<=<[^<>]*\s)[a-z][\w-]*(?=[\s=>]))/g;
/** Table headings, strings, and keys. */
const TOML_TOKEN = /(?<keyword>^\[[^\]\n]*\])|(?<string>"(?:[^"\\]|\\.)*")|(?<variable>^[\w-]+(?= =))/gm;

/** Splits code into colored tokens; joined, they equal the code. */
export function highlight(code: string, language: CodeLanguage): readonly Token[] {
  if (language === 'text') return code === '' ? [] : [{ kind: 'plain', text: code }];
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(tokenPattern(language))) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) });
    const kind = (['string', 'keyword', 'variable'] as const).find((name) => match.groups?.[name]) ?? 'plain';
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) });
  return tokens;
}

function tokenPattern(language: Exclude<CodeLanguage, 'text'>): RegExp {
  if (language === 'json') return JSON_TOKEN;
  if (language === 'html') return HTML_TOKEN;
  if (language === 'toml') return TOML_TOKEN;
  return new RegExp(
    `(?<string>${STRING.source})|(?<keyword>(?<![\\w./-])(?:${KEYWORDS[language]})(?![\\w./-]))|(?<variable>\\s--?[A-Za-z][\\w-]*|\\bos\\.environ\\b|\\bprocess\\.env\\b)`,
    'g',
  );
}
