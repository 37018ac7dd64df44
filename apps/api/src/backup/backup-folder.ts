import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^feedback-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/;
/** What a killed process leaves. */
const UNFINISHED = /^\.feedback-\d{8}T\d{6}Z\.backup\.[0-9a-f]+\.unfinished$/;
const DAY_MS = 86_400_000;
/** Maximum difference between the clocks of instances. */
const CLOCK_MS = 3_600_000;

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
    return name === undefined ? null : startOf(name);
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

  /**
   * Oldest first, without those from a time when the clock was ahead: they would delay the next backup until then, and
   * take the places of newer ones.
   */
  private async names(now: Date): Promise<string[]> {
    const names = (await readdir(this.path)).filter((name) => NAME.test(name)).sort();
    return names.filter((name) => startOf(name).getTime() <= now.getTime() + CLOCK_MS);
  }
}

const startOf = (name: string): Date => new Date(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'));
