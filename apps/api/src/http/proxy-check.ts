import { BlockList, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config';

const HOUR_MS = 3_600_000;
/** Health checks bypass the proxy. */
const HEALTH = ['/healthz', '/readyz', '/version'];

const FORGEABLE_WARNING =
  'TRUST_PROXY is set, but a request did not come through the configured proxies (X-Forwarded-For is missing or has ' +
  'too few addresses). Clients that bypass the proxy can get around every limit by IP address. ' +
  'Allow only the proxy to reach this port, or correct TRUST_PROXY';

/** Logs a warning, at most once per hour, if a request came through fewer proxies than configured. */
export function addProxyCheck(
  server: FastifyInstance,
  trustProxy: Config['TRUST_PROXY'],
  now: () => number = Date.now,
): void {
  if (trustProxy === false) return;
  const isDirect = typeof trustProxy === 'number' ? hasFewerHopsThan(trustProxy) : isSentByProxy(trustProxy);
  let nextAt = -Infinity;
  server.addHook('onRequest', (request, _reply, done) => {
    if (isDirect(request) && !HEALTH.includes(request.routeOptions.url ?? '') && now() >= nextAt) {
      nextAt = now() + HOUR_MS;
      request.log.warn(FORGEABLE_WARNING);
    }
    done();
  });
}

const forwardedFor = ({ headers }: FastifyRequest): string => String(headers['x-forwarded-for'] ?? '').trim();

/** Each proxy adds one IP address. */
const hasFewerHopsThan = (hops: number) => (request: FastifyRequest) => {
  const header = forwardedFor(request);
  return header === '' || header.split(',').length < hops;
};

/** Whether a listed proxy sent the request without X-Forwarded-For. The headers of other clients are ignored. */
function isSentByProxy(proxies: readonly string[]): (request: FastifyRequest) => boolean {
  const isProxy = addressList(proxies);
  return (request) => forwardedFor(request) === '' && isProxy(request.socket.remoteAddress ?? '');
}

/** Returns a function that checks whether an address is one of the addresses and networks. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
