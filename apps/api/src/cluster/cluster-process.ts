import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { MetricReading } from '../metrics/metrics';
import type { Order, Report, StopMode } from './messages';
import type { ProcessListener, ServingProcess } from './serving-process';

export interface ClusterProcessListener extends ProcessListener {
  onMetrics(reading: MetricReading): void;
}

/** A child process that serves requests on the port of this one, through `node:cluster`. */
export class ClusterProcess implements ServingProcess {
  private readonly worker: Worker = cluster.fork();
  private problem: string | undefined;

  constructor(private readonly listener: ClusterProcessListener) {
    closeUnacceptedConnection(this.worker);
    this.worker.on('message', (report: Report) => this.receive(report));
    // Errors of sending; the end of the process follows.
    this.worker.on('error', () => {});
    this.worker.on('exit', (status: number | null, signal: string | null) =>
      listener.onEnd({ status, signal, problem: this.problem }),
    );
  }

  get pid(): number {
    return this.worker.process.pid ?? 0;
  }

  stop(mode: StopMode): void {
    this.send({ type: 'stop', mode });
  }

  kill(): void {
    this.worker.process.kill('SIGKILL');
  }

  /** Asks for metrics. Resolves when they were received, or the process has ended. */
  async readMetrics(signal: AbortSignal): Promise<void> {
    if (!this.send({ type: 'read-metrics' })) return;
    const received = new Promise<void>((resolve) => (this.resolveReading = resolve));
    await Promise.race([received, once(this.worker, 'exit', { signal })]);
  }
  private resolveReading = () => {};

  private send(order: Order): boolean {
    return this.worker.isConnected() && this.worker.send(order);
  }

  private receive(report: Report): void {
    if (report.type === 'ready') this.listener.onReady();
    else if (report.type === 'failed') this.problem = report.problem;
    else if (report.type === 'metrics') {
      this.listener.onMetrics(report.reading);
      this.resolveReading();
    }
  }
}

/**
 * Node.js passes each connection to a process, and closes its own copy when the process has accepted the connection. If
 * the process ends before, Node.js leaves the copy open, and the client would wait forever.
 */
function closeUnacceptedConnection(worker: Worker): void {
  const child = worker.process;
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  let latest: { close?: () => void } | undefined;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle) latest = handle as { close?: () => void };
    return send(message, handle, ...rest);
  };
  worker.on('exit', () => latest?.close?.());
}
