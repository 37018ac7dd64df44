import type { RetryNotice } from '@libs/api-client';
import type { Cli } from '../cli';
import type { Context } from '../context';
import { retryText } from './retry-text';
import { truncate } from './text-width';

const INTERVAL_MS = 100;
const CLEAR_LINE = '\r\x1b[2K';

export interface Progress {
  /** Replaces the progress line, at most ten times a second. With `isFinal`, always shows the line. */
  show(text: () => string, isFinal?: boolean): void;
  /** Removes the line. */
  clear(): void;
}

const NO_PROGRESS: Progress = { show: () => undefined, clear: () => undefined };

/** Shows progress as one line on standard error. Shows nothing without a terminal or with `quiet`. */
export function createProgress({ stderr, env, now }: Context, { quiet }: { quiet?: boolean } = {}): Progress {
  if (!stderr.isTTY || quiet || env['TERM'] === 'dumb') return NO_PROGRESS;
  let shownAt = -Infinity;
  let isShown = false;
  return {
    show(text, isFinal = false) {
      const at = now().getTime();
      if (at - shownAt < INTERVAL_MS && !isFinal) return;
      shownAt = at;
      isShown = true;
      // A wrapped line cannot be removed. The final \r lets other programs of the pipe overwrite the line.
      stderr.write(`${CLEAR_LINE}${truncate(text(), (stderr.columns ?? 80) - 1)}\r`);
    },
    clear() {
      if (isShown) stderr.write(CLEAR_LINE);
      isShown = false;
    },
  };
}

/** Removes the progress line and logs a retry, unless `quiet`. */
export function retryPrinter(progress: Progress, { context, options }: Cli): (notice: RetryNotice) => void {
  return (notice) => {
    progress.clear();
    if (!options.quiet) context.stderr.write(`${retryText(notice)}\n`);
  };
}

const BAR_WIDTH = 24;

/** `[########        ] 33%` */
export function progressBar(done: number, total: number): string {
  const fraction = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.round(fraction * BAR_WIDTH);
  return `[${'#'.repeat(full)}${' '.repeat(BAR_WIDTH - full)}] ${Math.floor(fraction * 100)}%`;
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** Formats bytes in decimal units: `12.3 MB`. */
export function formatBytes(count: number): string {
  const step = Math.min(UNITS.length - 1, count < 1000 ? 0 : Math.floor(Math.log10(count) / 3));
  return `${step === 0 ? count : (count / 1000 ** step).toFixed(1)} ${UNITS[step]}`;
}

export const formatNumber = (count: number): string => count.toLocaleString('en-US');

export const formatCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `1,000 of 2,500 items` */
export const formatPart = (count: number, total: number, noun: string): string =>
  `${formatNumber(count)} of ${formatCount(total, noun)}`;
