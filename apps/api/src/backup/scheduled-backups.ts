import type { Clock } from '@libs/kernel';
import { reasonOf } from '../reason-of';
import { RecurringJob } from '../recurring-job';
import type { BackupFolder } from './backup-folder';

const CHECK_MS = 60_000;
const RETRY_MS = 600_000;
const HOUR_MS = 3_600_000;

export interface Plan {
  readonly everyHours: number;
  readonly keep: number;
}

export interface BackupRequest {
  readonly file: string;
  readonly signal: AbortSignal;
  /** Asked when no other instance makes a backup. */
  readonly isNeeded: () => Promise<boolean>;
}

/** Writes a backup, or returns null if another instance does, or it is not needed. Figures are for the log. */
export type BackUp = (
  request: BackupRequest,
) => Promise<Readonly<Record<'bytes' | 'items' | 'rows', number>> | null>;

export interface Context {
  readonly clock: Clock;
  /** Logs a line at the level info. NestJS's logger has none. */
  info(line: string): void;
  /** Called at each check with the time at which the next backup is due, which can have passed. */
  onDue(at: Date): void;
}

/** Backs up the database when the newest backup in the folder is older than the interval (operator.md 11). */
export class ScheduledBackups extends RecurringJob {
  private readonly stop = new AbortController();
  private firstCheck: Date | undefined;

  constructor(
    private readonly folder: BackupFolder,
    private readonly plan: Plan,
    private readonly backUp: BackUp,
    private readonly context: Context,
  ) {
    super({ everyMs: CHECK_MS, retryMs: RETRY_MS, failure: 'The scheduled backup failed' });
  }

  override onModuleDestroy(): Promise<void> {
    this.stop.abort(new Error('The service was stopped'));
    return super.onModuleDestroy();
  }

  protected async runOnce(): Promise<void> {
    try {
      if (await this.isDue()) await this.backUpNow();
    } catch (cause) {
      const advice = 'Check BACKUP_DIR and its free space. Retrying in ten minutes';
      throw new Error(`${reasonOf(cause)}. ${advice}`, { cause });
    }
  }

  private async isDue(): Promise<boolean> {
    const now = this.context.clock();
    const newest = await this.folder.newest(now);
    const due = newest
      ? new Date(newest.getTime() + this.plan.everyHours * HOUR_MS)
      : (this.firstCheck ??= now);
    this.context.onDue(due);
    return due <= now;
  }

  private async backUpNow(): Promise<void> {
    const start = this.context.clock();
    const file = this.folder.fileAt(start);
    const result = await this.backUp({
      file,
      signal: this.stop.signal,
      // Another instance may have finished one since.
      isNeeded: () => this.isDue(),
    });
    if (!result) return;
    const { bytes, items, rows } = result;
    const seconds = (this.context.clock().getTime() - start.getTime()) / 1000;
    this.context.info(`Backup written: ${file}, ${bytes} bytes, ${items} items, ${rows} rows, ${seconds} s`);
    this.context.onDue(new Date(start.getTime() + this.plan.everyHours * HOUR_MS));
    const removed = await this.folder.removeOld(this.plan.keep, this.context.clock());
    if (removed.length > 0) this.context.info(`Old backups deleted: ${removed.join(', ')}`);
  }
}
