import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { CASES } from './cases';

interface LintResult {
  /** Rules that report each case, sorted. */
  readonly found: readonly (readonly string[])[];
  /** Rules that eslint.config.mjs sets. */
  readonly rules: readonly string[];
  /** Projects that api imports, according to the project graph. */
  readonly imports: readonly string[];
  /** Each project with its tags. */
  readonly tags: readonly (readonly [string, readonly string[]])[];
}

const cases = Object.entries(CASES).flatMap(([rule, { rejects, accepts }]) => [
  ...rejects.map(([path, code, ...others]) => ({
    title: `${rule} rejects ${code} in ${path}`,
    path,
    code,
    expected: [rule, ...others].sort(),
  })),
  ...accepts.map(([path, code]) => ({
    title: `${rule} accepts ${code} in ${path}`,
    path,
    code,
    expected: [],
  })),
]);

const { found, rules, imports, tags } = JSON.parse(
  execFileSync(process.execPath, [join(__dirname, 'lint.mjs')], {
    cwd: join(__dirname, '../..'),
    encoding: 'utf8',
    env: { ...process.env, NX_ISOLATE_PLUGINS: 'false' },
    input: JSON.stringify({ rules: Object.keys(CASES), cases }),
  }),
) as LintResult;

describe('Dependency rules', () => {
  it.each(cases.map((row, i) => ({ ...row, found: found[i] })))('$title', ({ expected, found }) => {
    expect(found).toEqual(expected);
  });
});

it('Every rule that eslint.config.mjs defines has cases', () => {
  const defined = rules.filter((rule) => /^(?:architecture|@nx)\//.test(rule));
  expect(defined.filter((rule) => !(rule in CASES))).toEqual([]);
});

describe('The project graph', () => {
  it('has exactly one type tag for every project', () => {
    const types = tags.map(([name, all]) => [name, all.filter((tag) => tag.startsWith('type:'))] as const);
    expect(types).toContainEqual(['kernel', ['type:kernel']]);
    expect(types.filter(([, found]) => found.length !== 1)).toEqual([]);
  });

  it('contains imports between projects, which the nx cache relies on', () => {
    expect(imports).toEqual(expect.arrayContaining(['kernel', 'feedback', 'accounts', 'postgres']));
  });
});
