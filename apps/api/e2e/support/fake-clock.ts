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

/** The library of Debian's package faketime, which changes the clock of a process and of those that it starts. */
const library = readdirSync('/usr/lib')
  .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
  .find(existsSync);
if (!library && process.env['TEST_PROGRAMS'] === 'required') {
  throw new Error('No libfaketime was found, and TEST_PROGRAMS=required: install faketime');
}
export const hasFakeClock = library !== undefined;

/** A clock that differs from the real one by a offset that can change at any time. */
export class FakeClock {
  private readonly folder = mkdtempSync(join(tmpdir(), 'feedback-clock-'));
  private readonly file = join(this.folder, 'offset');

  constructor() {
    // PostgreSQL can run as another user.
    chmodSync(this.folder, 0o755);
    this.set(0);
  }

  /** Variables of the processes that use this clock. Their timers keep running as before. */
  get env(): Record<string, string> {
    return {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @param offset difference from the real time, in milliseconds */
  set(offset: number): void {
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
