import type { Socket } from 'node:net';
import type { Client, Connection, Submittable } from 'pg';

/** Members of the driver that its types omit. */
interface DriverConnection extends Connection {
  readonly stream: Socket;
  query(text: string): void;
}

/** Receives one row, in memory that the driver reuses. */
type OnRow = (row: Uint8Array) => void;

/**
 * Runs statements, of which any number are COPY … TO STDOUT, in one round trip. pg-copy-streams runs one COPY at a time:
 * one round trip for each account takes minutes if there are many.
 */
class CopyOut implements Submittable {
  private failure: Error | null = null;

  constructor(
    private readonly statements: string,
    private readonly onRow: OnRow,
    private readonly done: (failure: Error | null) => void,
  ) {}

  submit(connection: Connection): void {
    (connection as DriverConnection).query(this.statements);
  }
  handleCopyData({ chunk }: { readonly chunk: Uint8Array }): void {
    this.onRow(chunk);
  }
  /** After the error of a statement, the driver doesn't report the end to this query. */
  handleError(failure: Error): void {
    this.failure ??= failure;
    this.done(this.failure);
  }
  handleReadyForQuery(): void {
    this.done(this.failure);
  }
  handleCommandComplete(): void {}
}

export const copyOut = (client: Client, statements: string, onRow: OnRow): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyOut(statements, onRow, (failure) => (failure ? reject(failure) : resolve())));
  });

/** The socket of a connection, to pause it until its data is written. */
export const socketOf = (client: Client): Socket =>
  (client as unknown as { readonly connection: DriverConnection }).connection.stream;
