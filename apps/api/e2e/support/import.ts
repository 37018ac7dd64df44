import { INVALID_FILES } from '../../src/import/import.openapi';
import { IMPORT_BYTES_MAX } from '@libs/contract';
import { UploadTimeouts } from '../../src/http/requests/upload';
import type { HttpResponse, Call, Client } from './client';
import { waitForLocks, whileLocked } from './locks';
import type { Account, Service } from './service';

const PATH = '/api/v1/feedback/import';
const NDJSON = 'application/x-ndjson';

interface ImportContext {
  readonly service: Service;
  readonly client: Client;
  readonly account: Account;
  /** Sends bytes that no HTTP client would send. */
  readonly sendRaw: (method: string, path: string, bytes: string) => Promise<HttpResponse>;
}

/** Functions that send the import requests, by response component and example name. */
export function importSenders(
  context: () => ImportContext,
): Record<string, Record<string, () => Promise<HttpResponse>>> {
  const send = (
    file: string | Buffer,
    type = NDJSON,
    { query = '', ...headers }: Record<string, string> = {},
  ) =>
    context().client.call('POST', `${PATH}${query}`, {
      key: context().account.key,
      body: file,
      headers: { 'content-type': type, ...headers },
    } satisfies Call);
  const raw = (headers: string) => {
    const { account, sendRaw } = context();
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nContent-Type: ${NDJSON}\r\n`;
    return sendRaw('POST', PATH, `${head}${headers}\r\n\r\n{`);
  };
  return {
    InvalidImport: {
      ...Object.fromEntries(
        Object.entries(INVALID_FILES).map(([name, [type, file]]) => [name, () => send(file, type)]),
      ),
      too_long_requests: () => {
        const voters = Array.from({ length: 10_000 }, (_, i) => `${i}@b.co`).join();
        const file = `${JSON.stringify({ title: 'T', voters })}\n`.repeat(101);
        return send(file, NDJSON, { query: '?dry_run=true' });
      },
      too_long_file: () => send('{}\n'.repeat(100_001)),
      upload_too_slow: () =>
        withTimeouts(context().service, { stallMs: 100 }, () => raw('Content-Length: 10')),
      invalid_idempotency_key: () => send('{}', NDJSON, { 'idempotency-key': 'a b' }),
      invalid_parameter: () => send('{}', NDJSON, { query: '?dry_run=yes' }),
      repeated_parameter: () => send('{}', NDJSON, { query: '?dry_run=true&dry_run=false' }),
      unknown_parameter: () => send('{}', NDJSON, { query: '?format=csv' }),
      malformed_request: () =>
        context().sendRaw('POST', PATH, `POST ${PATH} HTTP/1.1\r\nConnection: close\r\n\r\n`),
    },
    ImportTooLarge: { body_too_large: () => raw(`Content-Length: ${IMPORT_BYTES_MAX + 1}`) },
    UnsupportedImportType: {
      unsupported_content_type: () => send('x', 'text/plain'),
      unsupported_content_encoding: () => send('x', NDJSON, { 'content-encoding': 'gzip' }),
    },
    ImportInProgress: {
      import_in_progress: () => whileImporting(context(), () => send('{"title":"T"}')),
    },
    TooManyImports: { too_many_imports: () => whileOthersImport(context(), () => send('{"title":"T"}')) },
  };
}

async function withTimeouts<T>(
  service: Service,
  changed: Partial<UploadTimeouts>,
  work: () => Promise<T>,
): Promise<T> {
  const timeouts = Object.assign(service.get(UploadTimeouts), changed);
  return work().finally(() => Object.assign(timeouts, new UploadTimeouts()));
}

/** Runs `work` while another instance imports for the account. */
export const whileImporting = <T>(
  { service, account }: Pick<ImportContext, 'service' | 'account'>,
  work: () => Promise<T>,
): Promise<T> =>
  whileLocked(
    service,
    `SELECT pg_advisory_xact_lock(hashtextextended('feedback-import ' || $1, 0))`,
    [account.id],
    work,
  );

/** Runs `work` while other accounts use up the limit of concurrent imports. */
async function whileOthersImport<T>({ service, client }: ImportContext, work: () => Promise<T>): Promise<T> {
  const others = [await service.account(), await service.account()];
  let imports: Promise<HttpResponse>[] = [];
  const response = await whileLocked(service, 'LOCK TABLE feedback', [], async (lockClient) => {
    imports = others.map(({ key }) =>
      client.call('POST', PATH, { key, body: '{"title":"T"}', headers: { 'content-type': NDJSON } }),
    );
    await waitForLocks(lockClient, 'feedback', others.length);
    return withTimeouts(service, { waitMs: 100 }, work);
  });
  expect((await Promise.all(imports)).map(({ status }) => status)).toEqual([200, 200]);
  return response;
}
