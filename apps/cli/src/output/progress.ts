import type { RetryNotice } from '@libs/api-client';
import type { Cli } from '../cli';
import type { Context } from '../context';
import { retryNotice } from './retry-notice';
import { cut } from './text-width';

const EVERY_MS = 100;
const CLEAR = '\r\x1b[2K';

export interface Progress {
  /** Shows this instead of what was shown before; not more than ten times a second, unless it will stay. */
  show(text: () => string, stays?: boolean): void;
  /** Takes the line away. */
  clear(): void;
}

const SILENT: Progress = { show: () => undefined, clear: () => undefined };

/** One line on standard error that is written over; nothing where that is no terminal, or must be quiet. */
export function progressOn({ stderr, env, now }: Context, { quiet }: { quiet?: boolean } = {}): Progress {
  if (!stderr.isTTY || quiet || env['TERM'] === 'dumb') return SILENT;
  let shownAt = -Infinity;
  let isShown = false;
  return {
    show(text, stays = false) {
      const at = now().getTime();
      if (at - shownAt < EVERY_MS && !stays) return;
      shownAt = at;
      isShown = true;
      // A line that wraps cannot be taken away again. The next program of a pipe writes over it, not behind it.
      stderr.write(`${CLEAR}${cut(text(), (stderr.columns ?? 80) - 1)}\r`);
    },
    clear() {
      if (isShown) stderr.write(CLEAR);
      isShown = false;
    },
  };
}

/** Tells of waits as the client does without progress, and takes the line away for it. */
export function toldBy(progress: Progress, { context, options }: Cli): (notice: RetryNotice) => void {
  return (notice) => {
    progress.clear();
    if (!options.quiet) context.stderr.write(`${retryNotice(notice)}\n`);
  };
}

const BAR = 24;

/** `[########        ] 33%` */
export function bar(done: number, all: number): string {
  const part = all === 0 ? 1 : Math.min(1, done / all);
  const full = Math.round(part * BAR);
  return `[${'#'.repeat(full)}${' '.repeat(BAR - full)}] ${Math.floor(part * 100)}%`;
}

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** `12.3 MB`; thousands, as downloads count them. */
export function bytes(count: number): string {
  const step = Math.min(UNITS.length - 1, count < 1000 ? 0 : Math.floor(Math.log10(count) / 3));
  return `${step === 0 ? count : (count / 1000 ** step).toFixed(1)} ${UNITS[step]}`;
}

export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`;
