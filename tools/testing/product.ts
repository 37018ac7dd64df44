import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const DIST = resolve(__dirname, '../../dist/apps/api');

/** The built service as `npm start` runs it, on an empty data directory of its own. */
export class Product {
  private constructor(
    readonly origin: string,
    private readonly env: Readonly<Record<string, string | undefined>>,
    private readonly child: ChildProcess,
    private readonly dataDir: string,
  ) {}

  static async start(more: Readonly<Record<string, string>> = {}): Promise<Product> {
    const main = join(DIST, 'main.js');
    if (!existsSync(main)) throw new Error(`${main} is missing: npx nx run-many -t build`);
    const dataDir = mkdtempSync(join(tmpdir(), 'feedback-product-'));
    const port = await freePort();
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      SIGN_UP_PER_HOUR: '1000',
      FORM_MIN_SECONDS: '0',
      FORM_PROOF_AFTER: '1000',
      FORM_PER_MINUTE: '1000',
      FORM_PER_HOUR: '1000',
      ...more,
    };
    const child = spawn(process.execPath, ['--enable-source-maps', main], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
    const product = new Product(`http://localhost:${port}`, env, child, dataDir);
    while ((await fetch(`${product.origin}/readyz`).catch(() => null))?.status !== 200) {
      if (child.exitCode !== null) {
        rmSync(dataDir, { recursive: true, force: true });
        throw new Error(`The service ended: ${said}`);
      }
      await new Promise((next) => setTimeout(next, 50));
    }
    return product;
  }

  /** The operator command; the one object it prints. */
  operator(...command: string[]): Promise<Record<string, string>> {
    return new Promise((done, fail) => {
      execFile(
        process.execPath,
        [join(DIST, 'operator.js'), ...command, '--json'],
        { env: this.env },
        (error, stdout, stderr) =>
          error ? fail(new Error(stderr)) : done(JSON.parse(stdout) as Record<string, string>),
      );
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGTERM');
      await new Promise((ended) => this.child.once('exit', ended));
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
