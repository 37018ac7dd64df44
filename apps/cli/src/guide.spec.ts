import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringContext } from '../testing/string-context';
import { EXIT } from './exit-codes';
import { run } from './run';

const guide = readFileSync(join(__dirname, '../../../docs/guides/command-line.md'), 'utf8');
const blocks = [...guide.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block!);
const commands = blocks
  .flatMap((block) => block.split(/[\n|]/))
  .map((command) => command.trim())
  .filter((command) => command.startsWith('feedback '));

describe('docs/guides/command-line.md', () => {
  it('has examples', () => {
    expect(commands.length).toBeGreaterThan(5);
  });

  it.each(commands)('has a command with existing flags: %s', async (command) => {
    const testContext = stringContext();
    const [, ...names] = /^feedback( [a-z][a-z-]*)+/.exec(command)![0].split(' ');
    const code = await run(['help', ...names], testContext.context);
    expect([code, testContext.stderr()]).toEqual([0, '']);
    for (const flag of command.match(/--[a-z-]+/g) ?? []) expect(testContext.stdout()).toContain(flag);
  });

  it('lists every exit code', () => {
    const listed = [...guide.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
    expect(listed).toEqual(Object.values(EXIT));
  });
});
