import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^feedback-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/;
/** What a killed process leaves. */
const UNFINISHED = /^\.feedback-\d{8}T\d{6}Z\.backup\.[0-9a-f]+\.unfinished$/;
const DAY_MS = 86_400_000;

/** The folder of scheduled backups. Other files in it are ignored. */
export class BackupFolder {
  constructor(private readonly path: string) {}

  /** The file of a backup that starts at this time. */
  fileAt(at: Date): string {
    return join(this.path, `feedback-${at.toISOString().replace(/\.\d+|[-:]/g, '')}.backup`);
  }

  /** When the newest backup started, or null if there is none. @throws if the folder can't be read */
  async newest(now: Date): Promise<Date | null> {
    const name = (await this.names(now)).at(-1);
    return name === undefined ? null : timeOf(name);
  }

  /** Deletes all but the newest backups, and old unfinished files. Returns the names of the deleted backups. */
  async removeOld(keep: number, now: Date): Promise<string[]> {
    const old = (await this.names(now)).slice(0, -keep);
    for (const name of old) await rm(join(this.path, name), { force: true });
    for (const name of await readdir(this.path)) {
      if (!UNFINISHED.test(name)) continue;
      const { mtimeMs = Infinity } = (await stat(join(this.path, name)).catch(() => null)) ?? {};
      if (now.getTime() - mtimeMs > DAY_MS) await rm(join(this.path, name), { force: true });
    }
    return old;
  }

  /** Oldest first. Without those of a clock that was wrong: they would be the newest until their time comes. */
  private async names(now: Date): Promise<string[]> {
    const isPast = (name: string) => timeOf(name).getTime() <= now.getTime() + DAY_MS;
    return (await readdir(this.path)).filter((name) => NAME.test(name) && isPast(name)).sort();
  }
}

function timeOf(name: string): Date {
  const [year = 0, month = 0, day, hour, minute, second] = NAME.exec(name)!.slice(1).map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}
