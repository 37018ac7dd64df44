import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

const SIZE = 65_536;

/** Collects rows into larger pieces for a stream. Pauses the connection while the stream is full. */
export class RowsBuffer {
  count = 0;
  private piece = Buffer.allocUnsafe(SIZE);
  private used = 0;

  constructor(
    private readonly stream: Writable,
    private readonly socket: Socket,
    private readonly onFlush: (count: number) => void,
  ) {}

  add(row: Uint8Array): void {
    this.count++;
    this.append(row);
  }

  addText(text: string): void {
    this.append(Buffer.from(text));
  }

  flush(): void {
    if (this.used > 0) this.write(this.piece.subarray(0, this.used));
    this.piece = Buffer.allocUnsafe(SIZE);
    this.used = 0;
    this.onFlush(this.count);
  }

  /** Copies the bytes, because the driver reuses their memory. */
  private append(bytes: Uint8Array): void {
    if (bytes.length > SIZE - this.used) this.flush();
    if (bytes.length > SIZE) return this.write(Buffer.from(bytes));
    this.piece.set(bytes, this.used);
    this.used += bytes.length;
  }

  private write(piece: Buffer): void {
    if (this.stream.write(piece) || this.socket.isPaused()) return;
    this.socket.pause();
    this.stream.once('drain', () => this.socket.resume());
  }
}
