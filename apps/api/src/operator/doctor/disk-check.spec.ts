import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDisk, diskCheck } from './disk-check';

const MB = 1_000_000;

/** operator.md 8 */
describe('diskCheck', () => {
  it.each([
    [2_000 * MB, 'ok', '2,000 MB free in /data'],
    [2_000 * MB - 1, 'warning', '1,999 MB free in /data: free space, or move the folder to a larger disk'],
    [200 * MB, 'warning', '200 MB free in /data: free space, or move the folder to a larger disk'],
    [200 * MB - 1, 'failed', '199 MB free in /data: free space, or move the folder to a larger disk'],
  ])('with %d bytes free is %s', (freeBytes, state, message) => {
    const spaces = [
      { path: '/tmp', freeBytes: freeBytes + 1 },
      { path: '/data', freeBytes },
    ];
    expect(diskCheck(spaces)).toEqual({ name: 'disk', state, message });
  });

  it('reads the free space, also of a data directory that does not exist yet', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'disk-'));
    try {
      const { message } = await checkDisk(join(folder, 'new/data'));
      expect(message).toMatch(/^[\d,]+ MB free in /);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
