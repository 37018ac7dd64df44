import type { Language } from './snippets';

export type TokenKind = 'plain' | 'string' | 'keyword' | 'variable';
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const WORDS: Readonly<Record<Language, string>> = {
  curl: 'curl',
  javascript: 'const|await|if|throw|new',
  python: 'import|with|as|print',
};
const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/;

/** The snippet in pieces to colour; joined again they are the snippet. */
export function highlighted(code: string, language: Language): readonly Token[] {
  const pattern = new RegExp(
    `(?<string>${STRING.source})|(?<keyword>(?<![\\w.-])(?:${WORDS[language]})(?![\\w-]))|(?<variable>\\s-[A-Za-z]\\b|\\bos\\.environ\\b|\\bprocess\\.env\\b)`,
    'g',
  );
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) });
    const kind = (['string', 'keyword', 'variable'] as const).find((name) => match.groups?.[name]) ?? 'plain';
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) });
  return tokens;
}
