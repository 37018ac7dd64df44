import { stringContext } from '../testing/string-context';
import { run } from './run';

describe('run', () => {
  it('prints its version', async () => {
    const { context, stdout } = stringContext();
    expect(await run(['--version'], context)).toBe(0);
    expect(stdout()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
