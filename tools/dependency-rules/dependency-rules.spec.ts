import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

interface Fixture {
  readonly sentence: string;
  readonly at: string;
  /** The rules that must refuse it; none when it is allowed. */
  readonly expected: readonly string[];
  readonly found: readonly string[];
  readonly messages: readonly string[];
}

interface LintResult {
  readonly forbidden: readonly Fixture[];
  readonly allowed: readonly Fixture[];
  /** Every rule that eslint.config.mjs sets itself. */
  readonly rules: readonly string[];
  /** What the graph says that api imports. */
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

  it('something by each of its rules', () => {
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

it('Every project is in one row of the dependency rules', () => {
  const rows = Object.entries(lintResult.tags).map(([name, tags]) => [
    name,
    tags.filter((tag) => tag.startsWith('type:')),
  ]);
  expect(rows).toContainEqual(['kernel', ['type:kernel']]);
  expect(rows.filter(([, types]) => types!.length !== 1)).toEqual([]);
});

it('The graph knows who imports whom, or the cache would hand out old builds', () => {
  expect(lintResult.imports).toEqual(expect.arrayContaining(['kernel', 'feedback', 'accounts', 'postgres']));
});
