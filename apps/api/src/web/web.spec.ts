import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { inlineSource } from '../http/html';
import { ErrorFilter } from '../http/error.filter';
import { RouteTable } from '../http/routes';
import { Assets } from '../http/assets';
import { addWebPipeline } from './web-pipeline';
import { WebModule } from './web.module';

const SCRIPT = 'console.log("dashboard");'.repeat(20);
const PAGE =
  '<!doctype html><head><meta name="csp-nonce" content="%NONCE%"><script>\r\nsend();\r\n</script><script src="/assets/dashboard-1.js"></script></head>';
const MANIFEST = {
  'src/form/form.ts': { file: 'form-2.js' },
  'src/dashboard/pages/board/index.tsx': {
    file: 'board-5.js',
    css: ['board-5.css'],
    imports: ['_list', 'main'],
  },
  _list: { file: 'list-6.js' },
  main: { file: 'dashboard-1.js' },
};

/** conventions.md 1 */
describe('the dashboard page and its files', () => {
  let folder: string;
  let app: NestFastifyApplication;
  let origin: string;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(origin + path, {
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      redirect: 'manual',
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-web-'));
    mkdirSync(join(folder, '.vite'));
    const files: Record<string, string | Buffer> = {
      'index.html': PAGE,
      '.vite/manifest.json': JSON.stringify(MANIFEST),
      'dashboard-1.js': SCRIPT,
      'dashboard-1.js.br': brotliCompressSync(SCRIPT),
      'dashboard-1.js.gz': gzipSync(SCRIPT),
      'dashboard-1.js.map': '{}',
      'dashboard-1.css': 'body{}',
      'icon-3.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function serve(assets: Assets | null): Promise<void> {
    const adapter = new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true } });
    const server = adapter.getInstance();
    const routes = new RouteTable(server);
    app = await NestFactory.create(WebModule.with(assets), adapter, { logger: false });
    app.useGlobalFilters(new ErrorFilter(() => false));
    await addWebPipeline(server, assets, routes);
    server.addHook('onRequest', (request, reply, done) => {
      if (request.is404) throw routes.unmatchedError(request, reply);
      done();
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  }
  afterEach(() => app.close());

  describe('after the build', () => {
    beforeEach(() => serve(new Assets(folder)));

    it('redirects / to the dashboard', async () => {
      const response = await get('/');
      expect([response.status, response.headers.get('location')]).toEqual([302, '/app']);
    });

    it('lists the files of the page that the path names, once', async () => {
      const links = async (path: string) =>
        [...(await (await get(path)).text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
      const all = ['/assets/dashboard-1.js'];
      expect(await links('/app/board?q=x')).toEqual([
        ...all,
        ...['/assets/board-5.js', '/assets/list-6.js', '/assets/board-5.css'],
      ]);
      for (const path of ['/app', '/app/inbox', '/app/constructor', '/app/..%2fform'])
        expect(await links(path)).toEqual(all);
    });

    it.each(['/app', '/app/', '/app/inbox?q=x', '/app/some/where', '/app/apiary'])(
      'returns the page at %s, uncached, with a policy that blocks other origins and other inline scripts',
      async (path) => {
        const response = await get(path);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(response.headers.get('cache-control')).toBe('no-store');
        const [, nonce] = /content="([^"]+)"/.exec(await response.text())!;
        const policy = response.headers.get('content-security-policy')!;
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain(`script-src 'self' ${inlineSource('\nsend();\n')};`);
        expect(policy).toContain("frame-src 'self'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
      },
    );

    it('has a new nonce in each response', async () => {
      const [one, other] = await Promise.all([get('/app'), get('/app')]);
      expect(await one.text()).not.toBe(await other.text());
    });

    it.each(['/app/api', '/app/api/', '/app/api/nothing', '/appendix', '/app%2fapi/x'])(
      'returns JSON 404 at %s',
      async (path) => {
        const response = await get(path);
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ error: { code: 'route_not_found' } });
      },
    );

    it.each(['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'text/html;q=0.9'])(
      'returns an HTML 404 page for Accept: %s',
      async (accept) => {
        for (const path of ['/nope', '/f/acme/nope', '/appendix?x=<b>']) {
          const response = await get(path, { accept });
          expect([response.status, response.headers.get('content-type')]).toEqual([
            404,
            'text/html; charset=utf-8',
          ]);
          const page = await response.text();
          expect(page).toContain('<h1>Page not found</h1>');
          const [, style] = /<style>(.*?)<\/style>/.exec(page)!;
          expect(response.headers.get('content-security-policy')).toContain(inlineSource(style!));
        }
        expect((await get('/nope', { accept }, 'HEAD')).status).toBe(404);
      },
    );

    it.each([
      ['/nope', '*/*'],
      ['/nope', 'application/json, text/html;q=0'],
      ['/api', 'text/html'],
      ['/api/v1/nope', 'text/html'],
      ['/app/api/nope', 'text/html'],
      ['/mcp/nope', 'text/html'],
    ])('returns JSON 404 at %s for Accept: %s', async (path, accept) => {
      const response = await get(path, { accept });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'route_not_found' } });
      expect((await get('/nope', { accept: 'text/html' }, 'POST')).headers.get('content-type')).toContain(
        'application/json',
      );
    });

    it('rejects POST', async () => {
      expect((await get('/app/inbox', {}, 'POST')).status).toBe(404);
      const response = await get('/app', {}, 'POST');
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    });

    it('lets browsers cache files for a year', async () => {
      const response = await get('/assets/dashboard-1.js');
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/);
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
      expect(await response.text()).toBe(SCRIPT);
      const etag = response.headers.get('etag')!;
      expect(
        (await get('/assets/dashboard-1.js', { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status,
      ).toBe(304);
    });

    it.each([
      ['br', 'gzip, deflate, br, zstd'],
      ['gzip', 'gzip'],
    ])('sends %s to clients that accept it', async (encoding, accepted) => {
      const response = await get('/assets/dashboard-1.js', { 'accept-encoding': accepted });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('content-type')).toMatch(/javascript/);
      expect(await response.text()).toBe(SCRIPT);
    });

    it('sends content types', async () => {
      expect((await get('/assets/dashboard-1.css')).headers.get('content-type')).toMatch(/^text\/css/);
      expect((await get('/assets/icon-3.svg')).headers.get('content-type')).toMatch(/^image\/svg/);
    });

    it.each([
      'dashboard-1.js.map',
      'dashboard-1.js.br',
      'index.html',
      '.vite/manifest.json',
      '.vite%2fmanifest.json',
      '..%2f..%2fetc%2fpasswd',
      'nothing-9.js',
      '',
    ])('does not serve /assets/%s', async (file) => {
      expect((await get(`/assets/${file}`)).status).toBe(404);
    });

    it('redirects /favicon.ico to the icon', async () => {
      const response = await get('/favicon.ico');
      expect([response.status, response.headers.get('location')]).toEqual([302, '/assets/icon-3.svg']);
    });

    it('lists the files of an entry, with imported styles first', () => {
      const manifest = {
        'src/reference/docs.tsx': { file: 'docs-1.js', css: ['docs-1.css'], imports: ['_a.js', '_b.js'] },
        '_a.js': { file: 'a-1.js', css: ['a-1.css'], imports: ['_b.js'] },
        '_b.js': { file: 'b-1.js', css: ['a-1.css'], imports: ['_a.js'] },
      };
      const other = mkdtempSync(join(tmpdir(), 'feedback-web-'));
      mkdirSync(join(other, '.vite'));
      writeFileSync(join(other, 'index.html'), PAGE);
      writeFileSync(join(other, '.vite/manifest.json'), JSON.stringify(manifest));
      const assets = new Assets(other);
      rmSync(other, { recursive: true });
      expect(assets.filesOf('src/reference/docs.tsx')).toEqual({
        script: '/assets/docs-1.js',
        styles: ['/assets/a-1.css', '/assets/docs-1.css'],
        imports: ['/assets/a-1.js', '/assets/b-1.js'],
      });
      expect(assets.filesOf('src/nothing.tsx')).toBeNull();
    });

    it('finds a built entry by its source file', () => {
      const assets = new Assets(folder);
      expect(assets.url('src/form/form.ts')).toBe('/assets/form-2.js');
      expect(assets.url('src/nothing.ts')).toBeNull();
    });
  });

  describe('before the build', () => {
    beforeEach(() => serve(null));

    it.each(['/app', '/app/inbox'])('shows how to build it at %s', async (path) => {
      const response = await get(path);
      expect(response.status).toBe(503);
      expect(await response.text()).toContain('npm start');
    });

    it('returns 404 for files', async () => {
      expect((await get('/assets/dashboard-1.js')).status).toBe(404);
      expect((await get('/favicon.ico')).status).toBe(404);
    });
  });
});
