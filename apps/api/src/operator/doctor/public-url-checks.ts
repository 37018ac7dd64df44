import { version } from '../../version';
import { failed, ok, warning, type Check } from './check';

const TIMEOUT_MS = 5_000;

/** Checks whether the public URL leads to this service, and whether a proxy passes on what the service needs. */
export async function publicUrlChecks(publicUrl: string): Promise<Check[]> {
  const url = await checkUrl(publicUrl);
  return url.isService ? [url.check, await checkProxy(publicUrl)] : [url.check];
}

async function checkUrl(publicUrl: string): Promise<{ readonly check: Check; readonly isService: boolean }> {
  const name = 'public URL';
  let response: Response;
  try {
    response = await request('GET', `${publicUrl}/version`);
  } catch (error) {
    const advice = 'start the service; if it runs, check DNS, the proxy, and its certificate';
    const check = warning(name, `no response from ${publicUrl} (${fetchProblem(error)}): ${advice}`);
    return { check, isService: false };
  }
  const body = await bodyOf(response);
  const running = body?.data?.version;
  if (response.status !== 200 || typeof running !== 'string') {
    const advice = 'set PUBLIC_URL to the URL of this service';
    const check = failed(
      name,
      `another program responds at ${publicUrl}, with status ${response.status}: ${advice}`,
    );
    return { check, isService: false };
  }
  const check =
    running === version
      ? ok(name, `${publicUrl} runs release ${running}`)
      : warning(name, `${publicUrl} runs release ${running}, this is release ${version}: update both`);
  return { check, isService: true };
}

/** Requests without a key get 401, unless the service first finds an error of the proxy. */
async function checkProxy(publicUrl: string): Promise<Check> {
  const name = 'proxy';
  const codes = await Promise.all([
    codeOf('GET', `${publicUrl}/api/v1/feedback`),
    codeOf('POST', `${publicUrl}/mcp`),
  ]).catch((error: unknown) => [fetchProblem(error)]);
  if (codes.includes('https_required')) {
    return failed(
      name,
      'it must set X-Forwarded-Proto, and TRUST_PROXY must name it: requests arrive as plain http',
    );
  }
  if (codes.includes('host_not_allowed')) {
    return failed(name, 'it must pass on the Host header of the request');
  }
  return codes.every((code) => code === 'api_key_missing' || code === 'too_many_auth_failures')
    ? ok(name, 'passes on the protocol and the host')
    : warning(name, `unexpected response to requests without a key (${codes.join(', ')}): check the proxy`);
}

async function codeOf(method: string, url: string): Promise<string> {
  const response = await request(method, url);
  return String((await bodyOf(response))?.error?.code ?? response.status);
}

const request = (method: string, url: string): Promise<Response> =>
  fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });

type Body = {
  readonly data?: { readonly version?: unknown };
  readonly error?: { readonly code?: unknown };
} | null;

const bodyOf = (response: Response): Promise<Body> => response.json().catch(() => null) as Promise<Body>;

/** `fetch` hides the reason in the cause. */
function fetchProblem(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return name === 'TimeoutError' ? 'timeout' : (cause?.code ?? cause?.message ?? message);
}
