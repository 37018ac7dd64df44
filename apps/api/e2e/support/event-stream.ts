import { get, type IncomingHttpHeaders } from 'node:http';

/** A received server-sent event. */
export interface Message {
  readonly id: string;
  readonly event: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields without checking their types
  readonly data: any;
}

/** A client of `GET /events` with `Accept: text/event-stream`. */
export class EventStreamClient {
  private text = '';
  private wake = (): void => {};
  private hasEnded = false;

  private constructor(
    readonly status: number,
    readonly headers: IncomingHttpHeaders,
    /** Closes the connection. */
    readonly close: () => void,
  ) {}

  static open(
    origin: string,
    key: string,
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ): Promise<EventStreamClient> {
    return EventStreamClient.get(`${origin}/api/v1/events${query}`, { 'x-api-key': key, ...headers });
  }

  static get(url: string, headers: Record<string, string>): Promise<EventStreamClient> {
    return new Promise((resolve, reject) => {
      const request = get(url, { agent: false, headers: { accept: 'text/event-stream', ...headers } });
      request.on('error', reject);
      request.on('response', (response) => {
        const client = new EventStreamClient(response.statusCode!, response.headers, () => request.destroy());
        response.setEncoding('utf8').on('data', (chunk: string) => {
          client.text += chunk;
          client.wake();
        });
        response.on('error', () => {});
        response.on('close', () => {
          client.hasEnded = true;
          client.wake();
        });
        resolve(client);
      });
    });
  }

  /** Everything received so far. */
  get received(): string {
    return this.text;
  }

  get messages(): Message[] {
    const complete = this.text.slice(0, this.text.lastIndexOf('\n\n') + 1);
    return complete.split('\n\n').flatMap((block) => {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name));
      return id && event && data ? [{ id, event, data: JSON.parse(data) as unknown }] : [];
    });
  }

  /** Waits for this number of messages. */
  async untilReceived(count: number): Promise<Message[]> {
    while (this.messages.length < count) {
      if (this.hasEnded) throw new Error(`The stream ended after ${this.messages.length} messages`);
      await this.change();
    }
    return this.messages;
  }

  async untilText(text: string): Promise<void> {
    while (!this.text.includes(text)) await this.change();
  }

  async untilEnded(): Promise<void> {
    while (!this.hasEnded) await this.change();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}
