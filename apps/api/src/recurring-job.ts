import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Activity } from './activity';
import { onceAMinute } from './once-a-minute';
import { reasonOf } from './reason-of';

const FIRST_MS = 10_000;

export interface JobOptions {
  /** The time between the end of a run and the start of the next one. A run can change it. */
  readonly everyMs: number;
  /** The same while the process is idle (operator.md 16). Default: no difference. */
  readonly idleMs?: number;
  /** The time until the first run. */
  readonly firstMs?: number;
  /** The same after a run that failed. Default: `everyMs`. */
  readonly retryMs?: number;
  /** Logged with the reason when a run fails, at most once a minute: `Could not …`. */
  readonly failure: string;
  readonly level?: 'error' | 'warn';
  /** False if other processes do this work. */
  readonly isEnabled?: boolean;
}

/**
 * Work in the background that runs shortly after the start, and then repeatedly until the service stops. Runs don't
 * overlap. The timer doesn't keep the process alive.
 */
export abstract class RecurringJob implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  protected everyMs: number;
  protected isStopping = false;
  /** Whether the last run failed. */
  protected isFailing = false;
  private activity: Activity | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** When the next run starts. During a run, the latest time of the one after it. */
  private dueAt = Infinity;
  private running: Promise<void> = Promise.resolve();

  protected constructor(private readonly options: JobOptions) {
    this.everyMs = options.everyMs;
  }

  /** Whether the last run failed, and the next one has not started. */
  protected get isWaitingToRetry(): boolean {
    return this.isFailing && this.timer !== undefined;
  }

  /** If it rejects, the next run does the rest. Must return soon after `isStopping` is set. */
  protected abstract runOnce(): Promise<void>;

  /** For a process that receives requests. Others don't know when there is work, so there the interval never changes. */
  runLessOftenWhileIdle(activity: Activity): void {
    this.activity = activity;
    activity.onWake(() => this.startWithin(this.everyMs));
  }

  onApplicationBootstrap(): void {
    const { firstMs = FIRST_MS, isEnabled = true } = this.options;
    if (isEnabled) this.schedule(firstMs);
  }

  /** Waits for the current run, which needs the database. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Runs now, and logs an error unless the service stops, which can be its reason. */
  async run(): Promise<void> {
    try {
      await this.runOnce();
      this.isFailing = false;
    } catch (error) {
      this.isFailing = true;
      if (!this.isStopping) this.report(error);
    }
  }

  /** Logs an error of a run at most once a minute. */
  protected readonly report = onceAMinute((error: unknown, failure: string = this.options.failure) =>
    this.logFailure(error, failure),
  );

  /** Logs a failure in one line, and its stack only at level debug: in an outage, all jobs fail for the same reason. */
  protected logFailure(error: unknown, failure: string): void {
    this.logger[this.options.level ?? 'error'](`${failure}: ${reasonOf(error)}`);
    this.logger.log((error as Error).stack);
  }

  /** Calls a step of a run until it does nothing, or the service stops. */
  protected async repeat(step: () => Promise<number | boolean>): Promise<void> {
    while (!this.isStopping && (await step()));
  }

  /**
   * Starts the next run within this time, unless it is due earlier. If a run is in progress, another one follows, unless
   * it fails. Counts as work.
   */
  protected runWithin(milliseconds: number): void {
    this.recordWork();
    this.startWithin(milliseconds);
  }

  /** Keeps the process from being idle: more work may be due soon. */
  protected recordWork(): void {
    this.activity?.record();
  }

  private startWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (at >= this.dueAt || this.isStopping) return;
    this.dueAt = at;
    if (this.timer) this.schedule(milliseconds);
  }

  private get intervalMs(): number {
    return this.activity?.isIdle ? Math.max(this.everyMs, this.options.idleMs ?? 0) : this.everyMs;
  }

  private schedule(milliseconds: number): void {
    clearTimeout(this.timer);
    this.dueAt = performance.now() + milliseconds;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.dueAt = Infinity;
      this.running = this.run().then(() => {
        if (this.isStopping) return;
        const { retryMs = this.everyMs } = this.options;
        if (this.isFailing) return this.schedule(retryMs);
        this.schedule(Math.min(this.intervalMs, Math.max(0, this.dueAt - performance.now())));
      });
    }, milliseconds).unref();
  }
}
