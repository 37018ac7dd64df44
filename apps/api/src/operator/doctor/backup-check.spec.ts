import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupFolder } from '../../backup/backup-folder';
import { checkBackups } from './backup-check';

const NOW = new Date('2026-03-03T10:00:00Z');
const HOUR_MS = 3_600_000;

/** operator.md 8 */
describe('checkBackups', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'backups-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const check = (BACKUP_DIR: string | undefined = folder) =>
    checkBackups({ BACKUP_DIR, BACKUP_EVERY: 24 }, NOW);

  it('checks nothing without BACKUP_DIR', async () => {
    expect(await checkBackups({ BACKUP_DIR: undefined, BACKUP_EVERY: 24 }, NOW)).toEqual([]);
  });

  it.each([
    [47.9, 'ok', 'the newest is 47 hours old'],
    [
      48,
      'failed',
      'the newest is 48 hours old, BACKUP_EVERY is 24: look for an error in the log of the service',
    ],
  ])('compares an age of %d hours with the interval', async (hours, state, message) => {
    writeFileSync(new BackupFolder(folder).fileAt(new Date(NOW.getTime() - hours * HOUR_MS)), '');
    expect(await check()).toEqual([{ name: 'backups', state, message }]);
  });

  it('ignores a backup from a time when the clock was ahead', async () => {
    for (const hours of [-8_760, 48]) {
      writeFileSync(new BackupFolder(folder).fileAt(new Date(NOW.getTime() - hours * HOUR_MS)), '');
    }
    expect(await check()).toMatchObject([{ state: 'failed' }]);
  });

  it('warns if there is none yet, and fails if the folder cannot be read', async () => {
    expect(await check()).toEqual([
      {
        name: 'backups',
        state: 'warning',
        message: `none in ${folder} yet: if the service runs, look for an error in its log`,
      },
    ]);
    expect(await check(join(folder, 'nowhere'))).toEqual([
      { name: 'backups', state: 'failed', message: expect.stringMatching(/^cannot read BACKUP_DIR: ENOENT/) },
    ]);
  });
});
