import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Issue {
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly state: string;
  readonly labels: readonly string[];
  readonly duplicate_of: string | null;
  readonly reference: string | null;
}
type Fields = Partial<Omit<Issue, 'key'>>;

interface Change {
  readonly seq: number;
  readonly by: string;
  readonly type: string;
  readonly key?: string;
  readonly name?: string;
  readonly previous?: string;
}

/** The user whose token the program has. */
const PROGRAM = 'sync';

/** An issue tracker with the API of docs/guides/sync.md. Tests change it as other users. */
export class Tracker {
  readonly issues = new Map<string, Issue>();
  readonly changes: Change[] = [];
  /** Requests for changes, which a program without anything to do still makes. */
  polls = 0;
  /** Requests that could change something. */
  writes = 0;
  /** Called after a request took effect. If it returns true, the request has no response. */
  interrupts: (method: string, path: string) => boolean = () => false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Tracker> {
    const tracker: Tracker = new Tracker(
      createServer((request, response) => {
        void tracker.handle(request).then(({ status, body }) => {
          if (tracker.interrupts(request.method!, request.url!)) return void response.destroy();
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        });
      }).listen(0, '127.0.0.1'),
    );
    await once(tracker.server, 'listening');
    return tracker;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The changes that the program has made. */
  get ofProgram(): readonly Change[] {
    return this.changes.filter(({ by }) => by === PROGRAM);
  }

  create(by: string, fields: Fields): Issue {
    const usual = { title: '', body: '', state: 'backlog', labels: [], duplicate_of: null, reference: null };
    const issue = { ...usual, ...fields, key: `TRK-${this.changes.length + 1}` };
    this.issues.set(issue.key, issue);
    this.record(by, 'issue.changed', { key: issue.key });
    return issue;
  }

  change(by: string, key: string, fields: Fields): Issue {
    const issue = this.issues.get(key)!;
    const next = { ...issue, ...fields };
    if (JSON.stringify(next) !== JSON.stringify(issue)) {
      this.issues.set(key, next);
      this.record(by, 'issue.changed', { key });
    }
    return next;
  }

  delete(by: string, key: string): void {
    this.issues.delete(key);
    for (const issue of this.issues.values())
      if (issue.duplicate_of === key) this.change(by, issue.key, { duplicate_of: null });
    this.record(by, 'issue.deleted', { key });
  }

  /** Without a new name, deletes the label. Issues change without changes of their own. */
  relabel(by: string, name: string, to: string | null): boolean {
    const found = [...this.issues.values()].filter(({ labels }) => labels.includes(name));
    for (const issue of found) {
      const labels = issue.labels.flatMap((label) => (label === name ? (to ?? []) : label));
      this.issues.set(issue.key, { ...issue, labels: [...new Set(labels)].sort() });
    }
    if (found.length === 0) return false;
    if (to === null) this.record(by, 'label.deleted', { name });
    else this.record(by, 'label.renamed', { name: to, previous: name });
    return true;
  }

  private record(by: string, type: string, more: object): void {
    this.changes.push({ seq: this.changes.length + 1, by, type, ...more });
  }

  private async handle(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const { pathname, searchParams } = new URL(request.url!, this.url);
    let text = '';
    for await (const part of request) text += String(part);
    if (request.headers.authorization !== `Bearer ${PROGRAM}`) return { status: 401, body: {} };
    const body = this.respond(`${request.method} ${pathname}`, searchParams, text ? JSON.parse(text) : {});
    return body === undefined ? { status: 404, body: {} } : { status: 200, body };
  }

  private respond(request: string, query: URLSearchParams, body: Fields & { name?: string }): unknown {
    const [, method, collection, part] = /^(\w+) \/(\w+)(?:\/(.+))?$/.exec(request)!;
    const name = decodeURIComponent(part ?? '');
    if (method !== 'GET') this.writes++;
    const isKnown = this.issues.has(name);
    switch (`${method} ${collection}${part ? '/…' : ''}`) {
      case 'GET me':
        return { id: PROGRAM };
      case 'GET changes':
        this.polls++;
        return this.changes.filter(({ seq }) => seq > Number(query.get('after'))).slice(0, 5);
      case 'GET issues':
        return [...this.issues.values()].filter(({ reference }) => reference === query.get('reference'));
      case 'POST issues':
        return this.create(PROGRAM, body);
      case 'GET issues/…':
        return this.issues.get(name);
      case 'PATCH issues/…':
        return isKnown ? this.change(PROGRAM, name, body) : undefined;
      case 'DELETE issues/…':
        return isKnown ? (this.delete(PROGRAM, name), {}) : undefined;
      case 'PATCH labels/…':
        return this.relabel(PROGRAM, name, body.name!) ? {} : undefined;
      case 'DELETE labels/…':
        return this.relabel(PROGRAM, name, null) ? {} : undefined;
    }
    return undefined;
  }
}
