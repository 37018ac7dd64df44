import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshDatabase } from '@libs/postgres/testing';
import { ServiceProcess } from './support/process';

/** operator.md 9, operator.md 12 */
describe('a service without METRICS_PORT and OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('loads no code of metrics, tracing, and the reference, no package twice, and has no /metrics', async () => {
    const database = await freshDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'feedback-loaded-'));
    try {
      // Node lists all loaded modules in the coverage that it writes at its end.
      const env = {
        DATABASE_URL: database.url,
        SECRET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
        SHUTDOWN_DELAY: '0',
        NODE_V8_COVERAGE: folder,
      };
      const service = await ServiceProcess.start(env);
      const key = await service.accountKey();
      const headers = { 'x-api-key': key, traceparent: `00-${'1'.repeat(32)}-00f067aa0ba902b7-01` };
      expect((await fetch(`${service.origin}/api/v1/feedback`, { headers })).status).toBe(200);
      expect((await fetch(`${service.origin}/metrics`)).status).toBe(404);
      expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
      const files = readdirSync(folder).flatMap((name) =>
        (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage).result.map(({ url }) => url),
      );
      const loaded = files.flatMap((url) => [url, ...sourcesOf(url)]);
      expect(loaded.filter((path) => path.includes('node_modules/fastify/')).length).toBeGreaterThan(0);
      // The first request for it loads the reference, and the build contains these packages (ADR 47).
      expect(loaded.filter((path) => path.endsWith('reference/openapi-document.ts'))).toEqual([]);
      const second =
        /\/node_modules\/(typeorm|pg|reflect-metadata|class-validator|ajv|fast-json-stringify)\//;
      expect(files.filter((url) => second.test(url))).toEqual([]);
      expect(loaded.filter((path) => /prom-client|opentelemetry|metrics-|tracing-/.test(path))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
      await database.drop();
    }
  });
});

/** The files that a built file was made from: a comment names each of them. */
function sourcesOf(url: string): readonly string[] {
  if (!url.includes('/dist/apps/api/')) return [];
  return readFileSync(fileURLToPath(url), 'utf8').match(/^\/\/ \S+$/gm) ?? [];
}

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}
