import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorFilter } from '../http/error.filter';
import { NpmPackage } from './npm-package';
import { PackagesModule } from './packages.module';

describe.each(['cli', 'client'] as const)('GET /%s.tgz', (name) => {
  const CONTENT = Buffer.from([0x1f, 0x8b, 0, 255, 13, 10]);
  let folder: string;
  let app: NestFastifyApplication;
  let origin: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-npm-package-'));
    writeFileSync(join(folder, 'any.tgz'), CONTENT);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => app.close());

  async function serve(found: NpmPackage | null): Promise<void> {
    app = await NestFactory.create(
      PackagesModule.with({ cli: null, client: null, [name]: found }),
      new FastifyAdapter(),
      { logger: false },
    );
    app.useGlobalFilters(new ErrorFilter(() => false));
    await app.listen({ host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  }
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${origin}/${name}.tgz`, { method, headers });

  it('returns the package as a file, cached for five minutes', async () => {
    await serve(new NpmPackage(join(folder, 'any.tgz')));
    for (const method of ['GET', 'HEAD']) {
      const response = await get({}, method);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/gzip',
        'content-length': String(CONTENT.length),
        'cache-control': 'public, max-age=300',
        'content-disposition': `attachment; filename="feedback-${name}.tgz"`,
        etag: expect.stringMatching(/^"[\w-]+"$/),
      });
      const body = Buffer.from(await response.arrayBuffer());
      expect(body).toEqual(method === 'GET' ? CONTENT : Buffer.alloc(0));
    }
  });

  it('returns 304 for a matching If-None-Match', async () => {
    await serve(new NpmPackage(join(folder, 'any.tgz')));
    const etag = (await get()).headers.get('etag')!;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': known });
      expect([known, response.status, response.headers.get('etag')]).toEqual([known, 304, etag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('returns 404 before the package is built', async () => {
    await serve(null);
    const response = await get();
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: expect.objectContaining({ code: 'route_not_found' }) },
    ]);
  });
});
