import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, resolve } from 'node:path';

const FOLDER = join(__dirname, '../../../dist/apps/api');
const FUNCTION = /^(?:async )?function ([A-Za-z]+)/;

/** docs/architecture/adr/0047-packages-in-the-build.md */
it('Stack traces of the built API name the lines of this repository, and no wrong ones for functions of packages', () => {
  const wrong: string[] = [];
  let traced = 0;
  for (const name of readdirSync(FOLDER).filter((name) => name.endsWith('.js.map'))) {
    const map = new SourceMap(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as SourceMapPayload);
    const code = readFileSync(join(FOLDER, name.slice(0, -'.map'.length)), 'utf8').split('\n');
    for (const [at, line] of code.entries()) {
      const called = FUNCTION.exec(line)?.[1];
      const entry = called && map.findEntry(at, line.indexOf(called));
      if (!entry || !('originalSource' in entry) || !entry.originalSource) continue;
      traced++;
      const source = readFileSync(resolve(FOLDER, entry.originalSource), 'utf8').split('\n');
      if (!source[entry.originalLine]?.includes(called))
        wrong.push(`${called}: ${entry.originalSource}:${entry.originalLine + 1}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(traced).toBeGreaterThan(1_000);
});
