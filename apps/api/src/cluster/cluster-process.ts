import cluster, { type Worker } from 'node:cluster';
import type { MetricReading } from '../metrics/metrics';
import type { Order, Report, StopMode } from './messages';
import type { ProcessListener, ServingProcess } from './serving-process';

export interface ClusterProcessListener extends ProcessListener {
  onMetrics(reading: MetricReading): void;
}

/** A child process that serves requests on the port of this one, through `node:cluster`. */
export class ClusterProcess implements ServingProcess {
  private readonly worker: Worker = cluster.fork();
  private readonly ended: Promise<void>;
  private problem: string | undefined;
  private reading: Promise<void> | null = null;
  private onReading = () => {};

  constructor(private readonly listener: ClusterProcessListener) {
    const { worker } = this;
    closeUnacceptedConnection(worker);
    worker.on('message', (report: Report) => this.receive(report));
    this.ended = new Promise((resolve) => {
      const end = (status: number | null, signal: string | null) => {
        listener.onEnd({ status, signal, problem: this.problem });
        resolve();
      };
      worker.on('exit', (status: number | null, signal: string | null) => {
        // Node.js can report the exit before the last message.
        if (worker.isConnected()) worker.once('disconnect', () => end(status, signal));
        else end(status, signal);
      });
      worker.on('error', ({ message }) => {
        // Otherwise, an order was sent to a process that ends.
        if (this.pid !== undefined) return;
        this.problem = message;
        end(null, null);
      });
    });
  }

  get pid(): number | undefined {
    return this.worker.process.pid;
  }

  stop(mode: StopMode): void {
    this.send({ type: 'stop', mode });
  }

  kill(): void {
    this.worker.process.kill('SIGKILL');
  }

  /** Asks for metrics. Resolves when they were received, or the process has ended. */
  readMetrics(): Promise<void> {
    if (!this.reading) {
      this.reading = new Promise((resolve) => (this.onReading = resolve));
      this.send({ type: 'read-metrics' });
    }
    return Promise.race([this.reading, this.ended]);
  }

  private send(order: Order): void {
    if (this.worker.isConnected()) this.worker.send(order);
  }

  private receive(report: Report): void {
    if (report.type === 'ready') this.listener.onReady();
    else if (report.type === 'failed') this.problem = report.problem;
    else if (report.type === 'metrics') {
      this.listener.onMetrics(report.reading);
      this.reading = null;
      this.onReading();
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
