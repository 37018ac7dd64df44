import { BlockList, isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config';

const HOUR_MS = 3_600_000;
/** Asked by machines beside the service, not through its proxy. */
const HEALTH = ['/healthz', '/readyz'];

const FORGEABLE =
  'TRUST_PROXY is set, but a request did not come through so many proxies (X-Forwarded-For is missing or too short): ' +
  'clients that reach this port directly can forge their IP address and with it every limit by IP address. ' +
  'Let only the proxy reach the port, or correct TRUST_PROXY';

/** Logs, at most once an hour, that a request was believed that no proxy has vouched for. */
export function addProxyCheck(
  server: FastifyInstance,
  trustProxy: Config['TRUST_PROXY'],
  now: () => number = Date.now,
): void {
  if (trustProxy === false) return;
  const isDirect = typeof trustProxy === 'number' ? fewerHopsThan(trustProxy) : fromProxyItself(trustProxy);
  let nextAt = -Infinity;
  server.addHook('onRequest', (request, _reply, done) => {
    if (isDirect(request) && !HEALTH.includes(request.routeOptions.url ?? '') && now() >= nextAt) {
      nextAt = now() + HOUR_MS;
      request.log.warn(FORGEABLE);
    }
    done();
  });
}

const forwardedFor = ({ headers }: FastifyRequest): string => String(headers['x-forwarded-for'] ?? '').trim();

/** Each proxy adds one address. */
const fewerHopsThan = (hops: number) => (request: FastifyRequest) => {
  const header = forwardedFor(request);
  return header === '' || header.split(',').length < hops;
};

/** The headers of other machines are not believed. */
function fromProxyItself(proxies: readonly string[]): (request: FastifyRequest) => boolean {
  const trusted = new BlockList();
  for (const entry of proxies) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    return forwardedFor(request) === '' && trusted.check(peer, isIPv4(peer) ? 'ipv4' : 'ipv6');
  };
}
