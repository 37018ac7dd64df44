import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The library of Debian's package faketime, which changes the clock of a process and of those that it starts. */
const library = readdirSync('/usr/lib')
  .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
  .find(existsSync);
if (!library && process.env['TEST_PROGRAMS'] === 'required') {
  throw new Error('No libfaketime was found, and TEST_PROGRAMS=required: install faketime');
}
export const hasFakeClock = library !== undefined;

const CACHE_SECONDS = 1;

/** A clock that differs from the real one by an offset that can change at any time. */
export class FakeClock {
  private readonly folder = mkdtempSync(join(tmpdir(), 'feedback-clock-'));
  private readonly file = join(this.folder, 'offset');

  constructor() {
    // PostgreSQL can run as another user.
    chmodSync(this.folder, 0o755);
    this.write(0);
  }

  /**
   * Variables of the processes that use this clock. Their timers keep running as before. If they read the file for each
   * time, PostgreSQL would sooner or later read it in a signal handler, while it allocates memory, and crash.
   */
  get env(): Record<string, string> {
    return {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: String(CACHE_SECONDS),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Resolves when each process uses the new offset. @param offset difference from the real time, in milliseconds */
  async set(offset: number): Promise<void> {
    this.write(offset);
    // The age of the cache is a difference of whole seconds, and must be greater than its duration.
    await sleep((CACHE_SECONDS + 1) * 1000);
  }

  private write(offset: number): void {
    const next = `${this.file}.next`;
    writeFileSync(next, `${offset < 0 ? '' : '+'}${offset / 1000}\n`);
    chmodSync(next, 0o644);
    renameSync(next, this.file);
  }

  /** Returns a function that starts a running process again, with this clock, after it has ended. */
  starterOf(pid: number): () => void {
    const [file, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    const { uid, gid } = statSync(`/proc/${pid}`);
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    return () => {
      spawn(file!, args, { cwd, uid, gid, env: this.env, detached: true, stdio: 'ignore' }).unref();
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
