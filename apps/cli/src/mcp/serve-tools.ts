import { Readable, type Writable } from 'node:stream';
import { feedbackMcpServer } from '@libs/mcp';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { CliError, EXIT } from '../exit-codes';
import { RestFeedbackTools } from './rest-feedback-tools';
import { ConnectionKey, type ConnectionKeyOptions } from './connection-key';
import { PendingRequests } from './pending-requests';

interface Connection extends Pick<ConnectionKeyOptions, 'client'> {
  readonly stdin: Readable;
  /** Protocol messages only. */
  readonly stdout: Writable;
  /** Closes the connection. */
  readonly signal: AbortSignal;
  readonly version: string;
  /** How long to wait for pending responses after the input ends. */
  readonly drainMs?: number;
  /** Writes a log line. */
  log(line: string): void;
}

/** Longer than a call without retries takes. A client that cannot wait sends SIGTERM. */
const DRAIN_MS = 10_000;

/**
 * Serves the tools of mcp.md 4 until the input ends and its requests have their responses, or until the signal is
 * aborted. Then aborts pending requests.
 * @throws FeedbackApiError if the service rejects the key
 * @throws CliError if the connection fails
 */
export async function serveTools({ stdin, stdout, signal, ...more }: Connection): Promise<void> {
  const { client, version, log, drainMs = DRAIN_MS } = more;
  const endController = new AbortController();
  const transport = new ClosingTransport(stdin, stdout, drainMs);
  const tools = new RestFeedbackTools(client, endController.signal);
  const key = new ConnectionKey({ client, signal: endController.signal, log });
  const errorLog = createErrorLog(log);
  const connection = serveStdio(
    () => {
      const server = feedbackMcpServer({ tools, permission: () => key.permission(), version });
      server.onerror = errorLog.write;
      return server;
    },
    { transport, onerror: errorLog.write },
  );
  try {
    await Promise.race([transport.closed, whenAborted(signal), key.rejected]);
  } finally {
    endController.abort();
    await connection.close();
  }
  if (!signal.aborted && !stdin.readableEnded && !stdin.destroyed)
    throw new CliError(`Connection closed: ${errorLog.last ?? 'unknown reason'}`, EXIT.failure);
}

/** Closes after the last response instead of at the end of the input. `closed` resolves when it is closed. */
class ClosingTransport extends StdioServerTransport {
  readonly #pending: PendingRequests;
  #resolveClosed!: () => void;
  readonly closed = new Promise<void>((resolve) => (this.#resolveClosed = resolve));

  constructor(stdin: Readable, stdout: Writable, drainMs: number) {
    const pending = new PendingRequests();
    super(
      delayEnd(stdin, () => pending.done(drainMs)),
      stdout,
    );
    this.#pending = pending;
  }

  override async start(): Promise<void> {
    const forward = this.onmessage;
    this.onmessage = (message) => {
      this.#pending.addRequest(message);
      forward?.(message);
    };
    await super.start();
  }

  override async send(message: Message): Promise<void> {
    await super.send(message).finally(() => this.#pending.addResponse(message));
  }

  override async close(): Promise<void> {
    await super.close();
    this.#pending.clear();
    this.#resolveClosed();
  }
}

type Message = Parameters<StdioServerTransport['send']>[0];

/** Returns the input, with its end delayed until `done` resolves. */
function delayEnd(input: Readable, done: () => Promise<void>): Readable {
  const chunks = async function* () {
    yield* input;
    await done();
  };
  return Readable.from(chunks(), { objectMode: false });
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Logs connection errors. Skips consecutive duplicates, because several handlers report the same error. */
function createErrorLog(log: (line: string) => void) {
  const errorLog = {
    last: undefined as string | undefined,
    write(error: Error) {
      const text = errorLogText(error);
      if (text !== errorLog.last) log(text);
      errorLog.last = text;
    },
  };
  return errorLog;
}

/** Removes input from the message: errors repeat it as JSON or after a colon, and it must not be logged. */
const errorLogText = ({ message }: Error): string =>
  message.split(/[:{["\n]/, 1)[0]!.trim() || 'Invalid protocol message in the input';
