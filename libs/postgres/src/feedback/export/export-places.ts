import { exportInProgress, exportReplaced, tooManyExports } from '@libs/feedback';
import { ConcurrencyLimiter } from '../../connection/concurrency-limiter';
import { ReaderPace } from './reader-pace';

const WAIT_MS = 60_000;
const CHECK_MS = 3_000;
const GRACE_MS = 5_000;
/** After what time of waiting, and of running, any export can be replaced. */
const LONG_MS = 25_000;

export interface PlaceOptions {
  /** `waitMs`: how long an export waits for a place at most. Default: 60,000. */
  readonly timeouts?: { readonly waitMs: number };
  /** Interval at which an export that waits replaces another. Default: 3,000. */
  readonly checkMs?: number;
  /** How long a reader may be slow before another export can replace it. Default: 5,000. */
  readonly graceMs?: number;
}

/** The place of an export. */
export class ExportPlace {
  private readonly replaced = new AbortController();
  /** Aborts when the request ends, or another export gets the place. */
  readonly signal: AbortSignal;

  constructor(
    request: AbortSignal,
    readonly pace: ReaderPace,
  ) {
    this.signal = AbortSignal.any([request, this.replaced.signal]);
  }

  /** Measures the reader. @throws DomainError `unavailable` if another export got the place */
  async *measured(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* this.pace.measured(file);
    } catch (error) {
      throw this.replaced.signal.aborted ? this.replaced.signal.reason : error;
    }
  }

  replace(): void {
    this.replaced.abort(exportReplaced());
  }
}

/**
 * The places of the exports of an instance (export.md 5). An account has at most one, and accounts get them in the order
 * of their requests. An export that waits replaces another: the slowest reader, or later the one that has run longest.
 * So a reader that takes its time holds a place only while no one waits for it.
 */
export class ExportPlaces {
  private readonly limiter: ConcurrencyLimiter;
  /** Exports that have a place or wait for one, by account. */
  private readonly places = new Map<string, ExportPlace>();
  private readonly options: Required<PlaceOptions>;

  constructor(
    count: number,
    { timeouts = { waitMs: WAIT_MS }, checkMs = CHECK_MS, graceMs = GRACE_MS }: PlaceOptions = {},
  ) {
    this.limiter = new ConcurrencyLimiter(count, 1);
    this.options = { timeouts, checkMs, graceMs };
  }

  /**
   * Runs an export when it has a place.
   * @param request ends the wait, and `ExportPlace.signal`
   * @throws DomainError `rate_limit` if the account has an export, `unavailable` if it gets no place
   */
  async run(
    accountId: string,
    request: AbortSignal,
    work: (place: ExportPlace) => Promise<void>,
  ): Promise<void> {
    if (this.places.has(accountId)) throw exportInProgress();
    const place = new ExportPlace(request, new ReaderPace(this.options.graceMs));
    this.places.set(accountId, place);
    const wait = this.startWait();
    const begin = () => {
      wait.stop();
      return work(place);
    };
    try {
      await this.limiter.run(accountId, begin, AbortSignal.any([request, wait.signal]));
    } finally {
      wait.stop();
      this.places.delete(accountId);
    }
  }

  /** Replaces other exports until it is stopped. Its signal aborts after the maximum wait. */
  private startWait() {
    const { timeouts, checkMs } = this.options;
    const tooLate = new AbortController();
    const since = performance.now();
    let replaced: ExportPlace | undefined;
    const check = setInterval(() => {
      const isEnding = [...this.places.values()].some((place) => place === replaced);
      if (!isEnding) replaced = this.replaceOne(performance.now() - since);
    }, checkMs);
    const limit = setTimeout(() => tooLate.abort(tooManyExports()), timeouts.waitMs);
    const stop = () => {
      clearInterval(check);
      clearTimeout(limit);
    };
    return { signal: tooLate.signal, stop };
  }

  /** Returns the export that it ended, if any. */
  private replaceOne(waitedMs: number): ExportPlace | undefined {
    const places = [...this.places.values()].filter(({ signal }) => !signal.aborted);
    const [slowest] = places
      .filter(({ pace }) => pace.isSlow)
      .sort((one, other) => one.pace.bytesPerSecond - other.pace.bytesPerSecond);
    const [longest] = places
      .filter(({ pace }) => Math.min(pace.runMs, waitedMs) >= LONG_MS)
      .sort((one, other) => other.pace.runMs - one.pace.runMs);
    const replaced = slowest ?? longest;
    replaced?.replace();
    return replaced;
  }
}
