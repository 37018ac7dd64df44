/**
 * `node tools/wording.mjs [file…]`: finds words to avoid, in texts, comments, and names. To keep one, put
 * `wording-allow` and the reason on its line or on the line before it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Each pattern with what to write instead. */
const WORDS = [
  [/\bwhoever\b/i, 'the caller, the user, anyone'],
  [/\b(?:some|every|any)body\b|\bnobody [a-z]/i, 'someone, no one, everyone, anyone'],
  [/\b(?:col|neighb|behavi|fav|hon)our(?:s|ed|ing|ite)?\b/i, 'American spelling: color, neighbor, behavior'],
  [/\b(?:recogni|organi|reali|customi|normali|initiali)s(?:e|es|ed|ing|ation)\b/i, 'American spelling: -ize'],
  [/\be-mails?\b/i, 'email'],
  [/\btwins?\b/i, 'duplicate'],
  [/\b(?:anew|for ever|hitherto|thereof|in vain)\b/i, 'again, forever, or leave it out'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(?:doorkeeper|doorway|lawful|beholden)\b/i, 'the term of the field: guard, layout, allowed'],
  [/\bshall\b/i, 'must for requirements, will for the future'],
];

const PATTERNS = [
  '*.ts',
  '*.mts',
  '*.tsx',
  '*.mjs',
  '*.cjs',
  '*.css',
  '*.html',
  '*.sql',
  '*.md',
  '*.yaml',
  '*.sh',
  'docker/Dockerfile*',
  'docker/Caddyfile',
];
/** This file, and texts in other languages than English. */
const EXCLUDED = /^tools\/wording\.mjs$|^apps\/api\/src\/languages\/(?!en\/)[^/]+\//;
const args = process.argv.slice(2);
const files =
  args.length > 0
    ? args
    : execFileSync('git', ['ls-files', ...PATTERNS], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .filter((file) => existsSync(file));
const problems = files.filter((file) => !EXCLUDED.test(file)).flatMap(problemsOf);
if (problems.length > 0) console.error(problems.join('\n'));
process.exitCode = problems.length > 0 ? 1 : 0;

function problemsOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.includes('wording-allow') || lines[index - 1]?.includes('wording-allow')) return [];
    return WORDS.flatMap(([pattern, instead]) => {
      const word = pattern.exec(line)?.[0];
      return word ? [`${file}:${index + 1}: "${word}". Write: ${instead}`] : [];
    });
  });
}
