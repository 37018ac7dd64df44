import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mcpCommand, type Env } from './mcp-host';

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number };
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A `feedback mcp` process that a test controls with raw messages. */
export class McpProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<ProcessExit>;
  /** The messages from standard output. A line that is not a protocol message fails the test. */
  readonly messages: Message[] = [];
  log = '';
  #waiters: (() => void)[] = [];
  #ids = 0;

  constructor(env: Env) {
    const { command, args, env: fullEnv } = mcpCommand(env);
    this.child = spawn(command, args, { env: fullEnv });
    this.child.stderr.on('data', (text) => (this.log += String(text)));
    this.child.stdin.on('error', () => {});
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as Message;
      expect(message.jsonrpc).toBe('2.0');
      this.messages.push(message);
      for (const notify of this.#waiters.splice(0)) notify();
    });
    this.exited = new Promise((done) => {
      this.child.on('close', (code, signal) => done({ code, signal }));
    });
  }

  write(text: string | Buffer): void {
    this.child.stdin.write(text);
  }

  /** Sends a request and returns its ID. */
  send(method: string, params: object = {}): number {
    const id = ++this.#ids;
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return id;
  }

  async waitForResponse(id: number): Promise<Message> {
    for (;;) {
      const response = this.messages.find((message) => message.id === id);
      if (response) return response;
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  /** Sends a request and waits for its response. */
  request(method: string, params?: object): Promise<Message> {
    return this.waitForResponse(this.send(method, params));
  }

  /** Performs the handshake of earlier protocol versions. */
  async initialize(): Promise<this> {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    this.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return this;
  }
}
