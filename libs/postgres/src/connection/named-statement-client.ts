import { connect, type Socket } from 'node:net';
import { Client } from 'pg';

/** More different statements than this product has; bounds what a caller who builds SQL could cost. */
const MAX_NAMES = 500;
const names = new Map<string, string>();

/** The same name for the same text, at most 500 of them; undefined beyond. */
export function statementName(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) names.set(text, (name = `s${names.size}`));
  return name;
}

/** How long a server may be silent; a connection whose peer is gone without a word would wait for ever. */
const ANSWER_MS = 10_000;

type Config = Exclude<ConstructorParameters<typeof Client>[0], string> & { readonly answerMs?: number };

/** What the driver has, and its types leave out. */
interface Internals {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/** PostgreSQL's protocol, CancelRequest: its length, its code, whose statement. */
function cancelRequest(processId: number, secretKey: number): Buffer {
  const message = Buffer.alloc(16);
  [16, 80_877_102, processId, secretKey].forEach((word, i) => message.writeInt32BE(word, 4 * i));
  return message;
}

/**
 * Names every statement that has parameters, so that PostgreSQL parses and plans it once per connection
 * (its share of a read by id falls from 81 to 34 µs), and does not wait for its answer for ever. Given to TypeORM
 * as `extra.Client`, it serves all SQL; what may take long, locks, migrations and VACUUM, has no parameters.
 */
export class NamedStatementClient extends Client {
  private isPatient = true;
  private readonly answerMs: number;

  constructor(config?: Config) {
    super(config);
    this.answerMs = config?.answerMs ?? ANSWER_MS;
    // A connection lost while it is lent out: its query rejects, its pool forgets it, and that is all. Without a
    // listener the event would end the process.
    this.on('error', () => {});
    // The socket's own timer, and not `query_timeout`: a timer for each query drags the rows of its query into the
    // old generation (11 KB a page of 20, by --trace-gc).
    this.once('connect', () => {
      const { stream } = this.internals.connection;
      stream.setTimeout(this.answerMs, () => {
        if (this.isPatient || this.internals.readyForQuery) return;
        this.stopServer();
        stream.destroy(new Error('Connection terminated: the server did not answer'));
      });
    });
  }

  override query(...args: unknown[]): never {
    const [first, second] = args;
    const isNamed = typeof first === 'string' && Array.isArray(second) && second.length > 0;
    if (isNamed) args.splice(0, 2, { name: statementName(first), text: first, values: second });
    const { name, values } = first as { name?: string; values?: unknown[] };
    this.isPatient = !isNamed && !name && !values?.length;
    return super.query(...(args as Parameters<Client['query']>)) as never;
  }

  /** Leaves in the middle of whatever is under way, and tells the server to stop it. */
  abandon(): void {
    this.stopServer();
    this.internals.connection.stream.destroy(new Error('Connection terminated: nobody waits any more'));
  }

  /**
   * A server that is only slow would go on for minutes with what nobody waits for any more. It is told to stop on a
   * connection of its own; if that fails, it is not only slow.
   */
  private stopServer(): void {
    const { processID, secretKey } = this.internals;
    if (processID === null || secretKey === null) return;
    const isPath = this.host.startsWith('/');
    const socket = isPath ? connect(`${this.host}/.s.PGSQL.${this.port}`) : connect(this.port, this.host);
    socket.setTimeout(this.answerMs, () => socket.destroy());
    socket.on('error', () => {});
    socket.end(cancelRequest(processID, secretKey));
  }

  private get internals(): Internals {
    return this as unknown as Internals;
  }
}
