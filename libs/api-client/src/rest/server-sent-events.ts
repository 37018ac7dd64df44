export interface ServerSentEvent {
  /** The last ID of the stream so far; null if it has sent none. */
  readonly id: string | null;
  readonly data: string;
}

/** Parses a stream of server-sent events (HTML Standard, "Interpreting an event stream") from chunks cut anywhere. */
export class ServerSentEventParser {
  /** The ID of the last complete event, also of one without data. */
  lastId: string | null = null;
  /** Milliseconds until the stream can be opened again, from `retry`; 0 if it has sent none. */
  retryMs = 0;
  readonly #decoder = new TextDecoder();
  #incompleteLine = '';
  #skipsLineFeed = false;
  #id: string | null = null;
  #data: string[] = [];

  /** Returns the events that this chunk completes. */
  push(chunk: Uint8Array): ServerSentEvent[] {
    const lines = (this.#incompleteLine + this.#decode(chunk)).split(/\r\n|\r|\n/);
    this.#incompleteLine = lines.pop()!;
    return lines.flatMap((line) => this.#addLine(line) ?? []);
  }

  /** A carriage return ends its line at once, so a line feed at the start of the next chunk belongs to it. */
  #decode(chunk: Uint8Array): string {
    const text = this.#decoder.decode(chunk, { stream: true });
    if (text === '') return '';
    const start = this.#skipsLineFeed && text.startsWith('\n') ? 1 : 0;
    this.#skipsLineFeed = text.endsWith('\r');
    return text.slice(start);
  }

  #addLine(line: string): ServerSentEvent | null {
    if (line === '') return this.#completeEvent();
    const [, name, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line)!;
    // A NUL or anything but digits makes the standard ignore the field. A line without a name is a comment.
    if (name === 'data') this.#data.push(value);
    else if (name === 'id' && !value.includes('\0')) this.#id = value || null;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
    return null;
  }

  #completeEvent(): ServerSentEvent | null {
    this.lastId = this.#id;
    const event = this.#data.length > 0 ? { id: this.lastId, data: this.#data.join('\n') } : null;
    this.#data = [];
    return event;
  }
}
