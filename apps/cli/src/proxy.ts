/** Requests to these never use a proxy. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a `fetch` that sends requests through the proxies of `HTTPS_PROXY` and `HTTP_PROXY`, except for the hosts of
 * `NO_PROXY`; undefined without a proxy. The names can be lowercase, which then counts. Node's own `fetch` ignores them.
 * The returned function throws a TypeError with a cause if the URL of the proxy is not valid.
 */
export function fetchThroughProxy(env: Environment): typeof globalThis.fetch | undefined {
  const valueOf = (name: string) => (env[name.toLowerCase()] ?? env[name])?.trim();
  const proxies = { httpProxy: valueOf('HTTP_PROXY'), httpsProxy: valueOf('HTTPS_PROXY') };
  const noProxy = valueOf('NO_PROXY') ?? '';
  if ((!proxies.httpProxy && !proxies.httpsProxy) || noProxy === '*') return undefined;
  let loading: Promise<typeof globalThis.fetch> | undefined;
  return async (...request) => (await (loading ??= load(proxies, noProxy)))(...request);
}

interface Proxies {
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
}

/** Loads the library, which has half a megabyte. Its own `fetch` is used, because that of Node may be too old for it. */
async function load({ httpProxy, httpsProxy }: Proxies, noProxy: string): Promise<typeof globalThis.fetch> {
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: urlOf('HTTP_PROXY', httpProxy),
    httpsProxy: urlOf('HTTPS_PROXY', httpsProxy),
    noProxy: [noProxy, ...LOCAL_HOSTS].join(','),
    // Many proxies allow tunnels only for https.
    proxyTunnel: false,
  });
  const send = (url: string, init: object) =>
    // Without a proxy for https, the dispatcher would use that for http.
    fetch(url, url.startsWith('https:') && !httpsProxy ? init : { ...init, dispatcher }).catch(
      (error: unknown) => {
        throw refusalIn(error) ?? error;
      },
    );
  return send as unknown as typeof globalThis.fetch;
}

/** The error for a proxy that refuses a tunnel. The library has its status only in the cause of the cause. */
function refusalIn(error: unknown): TypeError | undefined {
  const { cause } = ((error as Error).cause ?? {}) as Error;
  const status = /^Proxy response \((\d+)\)/.exec((cause as Error | undefined)?.message ?? '')?.[1];
  return status ? proxyError(`The proxy returned status ${status}`) : undefined;
}

/** As Node's `fetch` reports network errors. */
const proxyError = (message: string) => new TypeError('fetch failed', { cause: new Error(message) });

/** Adds `http://` to a host and a port, as curl does. Empty without a proxy. */
function urlOf(name: string, value = ''): string {
  const url = value === '' || /^\w+:\/\//.test(value) ? value : `http://${value}`;
  if (url === '' || URL.canParse(url)) return url;
  throw proxyError(`${name} is not a valid URL`);
}
