import { parse } from 'yaml';
import { openApiDocument } from '../src/reference/openapi-document';
import { Docs } from '../src/reference/reference.controller';
import { useService } from './support/use-service';

const PUBLIC_URL = 'https://feedback.test';

const { service, client: overHttps } = useService({ PUBLIC_URL, TRUST_PROXY: '1' });

/** conventions.md 13 */
describe('/docs', () => {
  const document = openApiDocument({ PUBLIC_URL });

  it('describes every API route and no others', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).flatMap((method) => {
        const url = `/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`;
        return method === 'get' ? [`GET ${url}`, `HEAD ${url}`] : [`${method.toUpperCase()} ${url}`];
      }),
    );
    const routed = service.routes.routes
      .filter(({ access }) => access.caller === 'api-key')
      .map(({ method, url }) => `${method} ${url}`);
    expect(described.length).toBeGreaterThanOrEqual(7);
    expect(described.sort()).toEqual([...new Set(routed)].sort());
  });

  it('describes the media types and permissions that each route requires', () => {
    for (const { method, url, access } of service.routes.routes) {
      if (access.caller !== 'api-key' || method === 'HEAD') continue;
      const path = url.slice('/api/v1'.length).replace(/:(\w+)/g, '{$1}');
      const operation = document.paths[path]![method.toLowerCase()]!;
      const types = Object.keys(operation.requestBody?.content ?? {});
      expect(types.sort()).toEqual([...(access.consumes ?? [])].sort());
      expect(operation.description).toContain(access.permissions!.map((name) => `\`${name}\``).join(' or '));
    }
  });

  it('creates its content once', async () => {
    const docs = service.get(Docs);
    expect(await docs.content).toBe(await docs.content);
  });

  it('serves the document with PUBLIC_URL as its server, readable from every origin', async () => {
    const json = await overHttps.call('GET', '/docs/openapi.json');
    expect(json.status).toBe(200);
    expect(json.json).toEqual(document);
    expect(json.json.servers).toEqual([{ url: `${PUBLIC_URL}/api/v1` }]);
    const yaml = await overHttps.call('GET', '/docs/openapi.yaml');
    expect(yaml.status).toBe(200);
    expect(yaml.text).toMatch(/^openapi: 3\.1\.1\ninfo:\n  title: /);
    expect(parse(yaml.text)).toEqual(document);
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    for (const { headers } of [json, yaml]) {
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
    }
    expect((await overHttps.call('HEAD', '/docs/openapi.json')).status).toBe(200);
  });

  it('serves an HTML page whose content security policy blocks other origins', async () => {
    const page = await overHttps.call('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/]{22}=='; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.text).not.toMatch(/<script(?! type="module" src="\/assets\/)|<style|style="|\son\w+="/i);
    expect(page.text).not.toMatch(/https?:\/\/(?!feedback\.test)/i);
    const other = await overHttps.call('GET', '/docs');
    expect(other.headers['content-security-policy']).not.toBe(page.headers['content-security-policy']);
    expect((await overHttps.call('HEAD', '/docs')).status).toBe(200);
  });

  it('explains each error at its doc_url, on a page without scripts', async () => {
    const { json } = await overHttps.call('GET', '/nothing');
    expect(json.error.doc_url).toBe(`${PUBLIC_URL}/docs/errors#route_not_found`);
    const page = await overHttps.call('GET', '/docs/errors');
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    });
    expect(page.text).toContain('<section id="route_not_found">');
    expect((await overHttps.call('GET', '/docs')).text).toContain('<a href="/docs/errors">');
  });

  it('serves /llms.txt with links to the documents of this service', async () => {
    const { status, headers, text } = await overHttps.call('GET', '/llms.txt');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=300',
    });
    for (const path of ['/docs', '/docs/openapi.json', '/docs/openapi.yaml', '/docs/errors']) {
      expect(text).toContain(`(${PUBLIC_URL}${path})`);
      expect([path, (await overHttps.call('HEAD', path)).status]).toEqual([path, 200]);
    }
  });

  it('shows the base URL, the key header, and all operations without JavaScript', async () => {
    const { text } = await overHttps.call('GET', '/docs');
    expect(text).toContain(`<code>${PUBLIC_URL}/api/v1</code>`);
    expect(text).toContain('<code>X-API-Key</code>');
    expect(text).toContain('<a href="/docs/openapi.json">');
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { summary }] of Object.entries(item)) {
        expect(text).toContain(`<li>${summary}: <code>${method.toUpperCase()} ${path}</code></li>`);
      }
    }
  });
});
