import type { StopMode } from './messages';

/** A process that serves requests, as the main process sees it. */
export interface ServingProcess {
  /** Undefined if the system has not started it. */
  readonly pid: number | undefined;
  stop(mode: StopMode): void;
  kill(): void;
}

/** Why a process ended. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: string | null;
  /** What the process has reported before its end. */
  readonly problem?: string;
}

export interface ProcessListener {
  /** The process serves requests. */
  onReady(): void;
  onEnd(end: ProcessEnd): void;
}

/** For example `Process 123 ended with status 1`. */
export function describeEnd({ pid }: ServingProcess, { status, signal }: ProcessEnd): string {
  if (pid === undefined) return 'A process could not be started';
  return signal ? `Process ${pid} was ended by ${signal}` : `Process ${pid} ended with status ${status}`;
}
