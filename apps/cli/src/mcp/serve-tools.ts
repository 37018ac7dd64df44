import type { Readable, Writable } from 'node:stream';
import { feedbackMcpServer } from '@libs/mcp';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { CliError, EXIT } from '../exit-codes';
import { RestFeedbackTools } from './rest-feedback-tools';
import { KeyOfConnection, type Asked } from './key-of-connection';

export interface Connection extends Pick<Asked, 'client'> {
  readonly stdin: Readable;
  /** Carries the protocol and nothing else. */
  readonly stdout: Writable;
  /** Ends it from outside. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** Tells a line to whoever reads the log. */
  log(line: string): void;
}

/**
 * Serves the tools of API.md 3.6 until the input ends or the signal says so; requests under way are then aborted.
 * @throws FeedbackApiError when the service does not accept the key
 * @throws CliError when the connection cannot go on
 */
export async function serveTools({ stdin, stdout, signal, ...more }: Connection): Promise<void> {
  const { client, version, log } = more;
  const ended = new AbortController();
  const transport = new ClosingTransport(stdin, stdout);
  const tools = new RestFeedbackTools(client, ended.signal);
  const key = new KeyOfConnection({ client, signal: ended.signal, log });
  const report = reporter(log);
  const connection = serveStdio(
    () => {
      const server = feedbackMcpServer({ tools, permission: () => key.permission(), version });
      server.onerror = report.tell;
      return server;
    },
    { transport, onerror: report.tell },
  );
  try {
    await Promise.race([transport.closed, aborted(signal), key.refused]);
  } finally {
    ended.abort();
    await connection.close();
  }
  if (!signal.aborted && !stdin.readableEnded && !stdin.destroyed)
    throw new CliError(`The connection was ended: ${report.last ?? 'for no known reason'}`, EXIT.failure);
}

/** It also says when it is closed. */
class ClosingTransport extends StdioServerTransport {
  #tell!: () => void;
  readonly closed = new Promise<void>((resolve) => (this.#tell = resolve));

  override async close(): Promise<void> {
    await super.close();
    this.#tell();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Faults of the connection and of the program, each once: the same one comes from several places. */
function reporter(log: (line: string) => void) {
  const report = {
    last: undefined as string | undefined,
    tell(error: Error) {
      const said = sayOf(error);
      if (said !== report.last) log(said);
      report.last = said;
    },
  };
  return report;
}

/** Errors repeat what was sent, as JSON or after a colon, and that belongs into no log. */
const sayOf = ({ message }: Error): string =>
  message.split(/[:{["\n]/, 1)[0]!.trim() || 'A line of the input is no message of the protocol';
