import { isIPv6, type Server, type Socket } from 'node:net';

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const MAPPED_HEX = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i;

/**
 * Reads the address of each connection when it opens, because Node forgets it otherwise when the connection closes. A
 * request whose client has disconnected still needs it: for limits, the log, and the security log.
 */
export function keepAddresses(server: Server): void {
  server.on('connection', ({ remoteAddress }: Socket) => remoteAddress);
}

/** Removes what a proxy or the system can add to an IP address: a port, a zone, or the prefix of a mapped IPv4 address. */
export function plainAddress(ip: string): string {
  const [, v6, v4] = WITH_PORT.exec(ip) ?? [];
  const address = (v6 ?? v4 ?? ip).split('%', 1)[0]!;
  const [, high, low] = MAPPED_HEX.exec(address) ?? [];
  if (high && low) return [high, low].flatMap(bytesOf).join('.');
  return MAPPED.exec(address)?.[1] ?? address;
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}

/**
 * Returns the unit of limits by IP address: the IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber usually has a whole /64 (rate-limits.md 7).
 */
export function clientAddress(ip: string): string {
  const address = plainAddress(ip);
  return isIPv6(address) ? networkOf(address, 4) : address;
}

/** Returns the network that one provider or office usually has: /24 of IPv4, /48 of IPv6 (votes.md 2). */
export function widerAddress(ip: string): string {
  const address = plainAddress(ip);
  return isIPv6(address) ? networkOf(address, 3) : `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

/** @param count of groups of 16 bits */
function networkOf(address: string, count: number): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  const shown = groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return `${shown.join(':')}::/${16 * count}`;
}
