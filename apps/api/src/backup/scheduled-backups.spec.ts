import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tmpdir } from 'node:os';
import { Logger } from '@nestjs/common';
import { BackupFolder } from './backup-folder';
import { ScheduledBackups, type BackUp } from './scheduled-backups';

/** operator.md 11 */
describe('ScheduledBackups', () => {
  const path = mkdtempSync(join(tmpdir(), 'scheduled-'));
  let now = new Date();
  const log = jest.fn();
  const onDue = jest.fn();
  let error: jest.SpyInstance;
  beforeEach(() => {
    for (const name of readdirSync(path)) rmSync(join(path, name));
    now = new Date('2026-11-23T15:00:00Z');
    log.mockReset();
    onDue.mockReset();
    error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => rmSync(path, { recursive: true }));

  const write: BackUp = async ({ file, isNeeded }) => {
    if (!(await isNeeded())) return null;
    writeFileSync(file, 'backup', { flag: 'wx' });
    return { bytes: 6, items: 2, rows: 3 };
  };
  const job = (backUp = write, folder = path) =>
    new ScheduledBackups(new BackupFolder(folder), { everyHours: 24, keep: 2 }, backUp, {
      clock: () => now,
      info: log,
      onDue,
    });
  const later = (hours: number) => (now = new Date(now.getTime() + hours * 3_600_000));
  const files = () => readdirSync(path).sort();

  it('makes a backup if there is none, and then when the newest is older than the interval', async () => {
    await job().run();
    expect(files()).toEqual(['feedback-20261123T150000Z.backup']);
    expect(log).toHaveBeenCalledWith(
      `Backup written: ${join(path, 'feedback-20261123T150000Z.backup')}, 6 bytes, 2 items, 3 rows, 0 s`,
    );
    later(23.99);
    await job().run();
    expect(files()).toHaveLength(1);
    later(0.01);
    await job().run();
    expect(files()).toEqual(['feedback-20261123T150000Z.backup', 'feedback-20261124T150000Z.backup']);
    expect(error).not.toHaveBeenCalled();
  });

  it('reports when the next backup is due, which is the first check if there is none', async () => {
    const failing: BackUp = () => Promise.reject(new Error('no space left on device'));
    const start = now;
    const firstJob = job(failing);
    await firstJob.run();
    later(1);
    await firstJob.run();
    expect(onDue.mock.calls).toEqual([[start], [start]]);
    await job().run();
    expect(onDue).toHaveBeenLastCalledWith(new Date('2026-11-24T16:00:00Z'));
  });

  it('deletes its oldest backups after a new one, and no other files', async () => {
    const others = ['feedback-20200101T000000Z.backup.copy', 'before-update.backup', 'feedback-2020.backup'];
    for (const name of others) writeFileSync(join(path, name), '');
    for (let day = 0; day < 4; day++, later(24)) await job().run();
    expect(files()).toEqual(
      [...others, 'feedback-20261125T150000Z.backup', 'feedback-20261126T150000Z.backup'].sort(),
    );
    expect(log).toHaveBeenLastCalledWith('Old backups deleted: feedback-20261124T150000Z.backup');
  });

  it('ignores and keeps backups from a time when the clock was ahead, but not those of slightly faster clocks', async () => {
    const [ahead, faster] = ['feedback-20301123T150000Z.backup', 'feedback-20261123T155959Z.backup'];
    writeFileSync(join(path, ahead), '');
    for (let day = 0; day < 3; day++, later(24)) await job().run();
    expect(files()).toEqual(['feedback-20261124T150000Z.backup', 'feedback-20261125T150000Z.backup', ahead]);
    now = new Date('2026-11-23T15:00:00Z');
    for (const name of files()) rmSync(join(path, name));
    writeFileSync(join(path, faster), '');
    await job().run();
    expect(files()).toEqual([faster]);
  });

  it('deletes unfinished files of processes that ended more than a day ago', async () => {
    const names = ['00', '11'].map((id) => `.feedback-20261121T150000Z.backup.${id}.unfinished`);
    for (const name of names) writeFileSync(join(path, name), '');
    utimesSync(join(path, names[0]!), now, new Date('2026-11-22T14:59:59Z'));
    utimesSync(join(path, names[1]!), now, new Date('2026-11-22T15:00:01Z'));
    await job().run();
    expect(names.map((name) => existsSync(join(path, name)))).toEqual([false, true]);
  });

  it('keeps the old backups if a new one fails, logs what to do, and makes the next attempt', async () => {
    for (let day = 0; day < 2; day++, later(24)) await job().run();
    const before = files();
    let attempts = 0;
    const failing = job(async (options) => {
      if (++attempts === 1) throw new Error('no space left on the device');
      return write(options);
    });
    await failing.run();
    expect(files()).toEqual(before);
    expect(error).toHaveBeenCalledWith(
      'The scheduled backup failed: no space left on the device. Check BACKUP_DIR and its free space. Retrying in ten minutes',
    );
    await failing.run();
    expect(files()).toEqual([before[1], 'feedback-20261125T150000Z.backup']);
  });

  it('looks every minute, and ten minutes after a failure', async () => {
    jest.useFakeTimers();
    const backUp = jest.fn<ReturnType<BackUp>, []>().mockResolvedValue(null);
    backUp.mockRejectedValueOnce(new Error('no space left on the device'));
    const folder = Object.assign(new BackupFolder(path), { newest: async () => null });
    const jobs = new ScheduledBackups(folder, { everyHours: 24, keep: 2 }, backUp, {
      clock: () => now,
      info: log,
      onDue,
    });
    jobs.onApplicationBootstrap();
    const attempts: number[] = [];
    for (const ms of [10_000, 599_999, 1, 59_999, 1]) {
      await jest.advanceTimersByTimeAsync(ms);
      attempts.push(backUp.mock.calls.length);
    }
    expect(attempts).toEqual([1, 1, 2, 2, 3]);
    await jobs.onModuleDestroy();
    jest.useRealTimers();
  });

  it('makes no backup if another instance has made one since', async () => {
    const slow = job(async (options) => {
      await job().run();
      later(0.01);
      return write(options);
    });
    await slow.run();
    expect(files()).toEqual(['feedback-20261123T150000Z.backup']);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('reports a folder that does not exist', async () => {
    const missing = join(path, 'missing');
    await job(write, missing).run();
    expect(error).toHaveBeenCalledWith(
      expect.stringMatching(/^The scheduled backup failed: ENOENT.*missing/),
    );
    expect(existsSync(missing)).toBe(false);
  });

  it('stops a backup when the service stops, without an error', async () => {
    let begun = () => {};
    const isRunning = new Promise<void>((resolve) => (begun = resolve));
    const stopping = job(
      ({ signal, file }) =>
        new Promise((_, reject) => {
          expect(basename(file)).toBe('feedback-20261123T150000Z.backup');
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          begun();
        }),
    );
    const running = stopping.run();
    await isRunning;
    await stopping.onModuleDestroy();
    await running;
    expect(error).not.toHaveBeenCalled();
  });
});
