import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorFilter } from '../http/error.filter';
import { WidgetFiles } from './widget-files';
import { WidgetModule } from './widget.module';

const BUILT = {
  'widget.js': 'console.log("widget");'.repeat(40),
  'roadmap.js': 'console.log("roadmap");'.repeat(40),
  'changelog.js': 'console.log("changelog");'.repeat(40),
  'dialog.css': 'dialog{padding:1em}'.repeat(40),
  'dialog.js': 'export{show};'.repeat(40),
  'send.js': 'export{send};'.repeat(40),
  'proof.js': 'export{};'.repeat(40),
};
const FILES = {
  '/widget.js': BUILT['widget.js'],
  '/roadmap.js': BUILT['roadmap.js'],
  '/changelog.js': BUILT['changelog.js'],
  '/f/acme/dialog.css': BUILT['dialog.css'],
  '/f/acme/dialog.js': BUILT['dialog.js'],
  '/f/acme/send.js': BUILT['send.js'],
  '/f/acme/proof.js': BUILT['proof.js'],
};

describe('the files of the widget', () => {
  let folder: string;
  let app: NestFastifyApplication;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-widget-'));
    for (const [name, content] of Object.entries(BUILT)) writeFileSync(join(folder, name), content);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => app.close());

  async function serve(files: WidgetFiles | null): Promise<void> {
    app = await NestFactory.create(WidgetModule.with(files), new FastifyAdapter(), { logger: false });
    app.useGlobalFilters(new ErrorFilter(() => false));
    await app.listen({ host: '127.0.0.1', port: 0 });
  }
  /** Uses node:http, because fetch decodes the body. */
  function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const { port } = app.getHttpServer().address() as AddressInfo;
    return new Promise<{ status: number; headers: Record<string, string>; bytes: Buffer }>((done, fail) => {
      request({ port, path, method, headers, host: '127.0.0.1' }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          done({
            status: response.statusCode!,
            headers: response.headers as Record<string, string>,
            bytes: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', fail)
        .end();
    });
  }

  describe.each(Object.entries(FILES))('%s', (path, content) => {
    beforeEach(() => serve(new WidgetFiles(folder)));

    it('is allowed on any page, cached for an hour, and reused for a day while it is revalidated', async () => {
      const { status, headers, bytes } = await get(path);
      expect([status, bytes.toString()]).toEqual([200, content]);
      expect(headers).toMatchObject({
        'content-type': `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
        'content-length': String(content.length),
        'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        vary: 'Accept-Encoding',
        etag: expect.stringMatching(/^"[\w-]+"$/),
      });
      expect(headers['content-encoding']).toBeUndefined();
      expect(await get(path, {}, 'HEAD')).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
    });

    it.each([
      ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
      ['gzip', 'gzip, br;q=0', gunzipSync],
      ['gzip', 'gzip;q=0.5', gunzipSync],
    ])('is sent as %s for Accept-Encoding: %s', async (encoding, accepted, decompress) => {
      const { headers, bytes } = await get(path, { 'accept-encoding': accepted });
      expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'Accept-Encoding']);
      expect(bytes.length).toBeLessThan(content.length);
      expect(decompress(bytes).toString()).toBe(content);
    });

    it('returns 304 for a known ETag, and has an ETag per encoding', async () => {
      const tags = new Set<string>();
      for (const accepted of ['br', 'gzip', 'identity']) {
        const { etag } = (await get(path, { 'accept-encoding': accepted })).headers as { etag: string };
        tags.add(etag);
        for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
          const again = await get(path, { 'accept-encoding': accepted, 'if-none-match': known });
          expect([known, again.status, again.bytes.length]).toEqual([known, 304, 0]);
          expect(again.headers).toMatchObject({ etag, 'cache-control': expect.stringContaining('3600') });
        }
        expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
      }
      expect(tags.size).toBe(3);
    });
  });

  it('are compressed once', async () => {
    const files = new WidgetFiles(folder);
    await serve(files);
    expect(files.file('widget.js', 'br').bytes).toBe(files.file('widget.js', 'br').bytes);
  });

  it('return 404 if they are not built', async () => {
    await serve(null);
    for (const path of Object.keys(FILES)) {
      const { status, bytes } = await get(path);
      expect([status, JSON.parse(bytes.toString()).error.code]).toEqual([404, 'route_not_found']);
    }
  });
});
