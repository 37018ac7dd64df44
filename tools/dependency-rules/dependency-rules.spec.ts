import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

interface Fixture {
  readonly sentence: string;
  readonly at: string;
  /** Rules that must report the fixture; empty if it is allowed. */
  readonly expected: readonly string[];
  readonly found: readonly string[];
  readonly messages: readonly string[];
}

interface LintResult {
  readonly forbidden: readonly Fixture[];
  readonly allowed: readonly Fixture[];
  /** Rules that eslint.config.mjs sets itself, without presets. */
  readonly rules: readonly string[];
  /** Projects that api imports, according to the project graph. */
  readonly imports: readonly string[];
  readonly tags: Readonly<Record<string, readonly string[]>>;
}

const lintResult = JSON.parse(
  execFileSync(process.execPath, [join(__dirname, 'lint.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  }),
) as LintResult;

describe('Dependency rules forbid', () => {
  it.each(lintResult.forbidden)('$sentence ($at)', ({ expected, found }) => {
    expect(expected).not.toEqual([]);
    expect(found).toEqual(expected);
  });

  it('at least one fixture per rule', () => {
    const seen = new Set(lintResult.forbidden.flatMap(({ expected }) => expected));
    expect(lintResult.rules.filter((rule) => !seen.has(rule))).toEqual([]);
  });
});

describe('Dependency rules allow', () => {
  it.each(lintResult.allowed)('$sentence ($at)', ({ expected, messages }) => {
    expect(expected).toEqual([]);
    expect(messages).toEqual([]);
  });
});

it('Every project has exactly one type tag', () => {
  const rows = Object.entries(lintResult.tags).map(([name, tags]) => [
    name,
    tags.filter((tag) => tag.startsWith('type:')),
  ]);
  expect(rows).toContainEqual(['kernel', ['type:kernel']]);
  expect(rows.filter(([, types]) => types!.length !== 1)).toEqual([]);
});

it('The project graph contains imports between projects, which the nx cache relies on', () => {
  expect(lintResult.imports).toEqual(expect.arrayContaining(['kernel', 'feedback', 'accounts', 'postgres']));
});
