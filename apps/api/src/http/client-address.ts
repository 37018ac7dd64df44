import { isIPv6 } from 'node:net';

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Removes what a proxy or the system can add to an IP address: a port, a zone, or the prefix of a mapped IPv4 address. */
export function plainAddress(ip: string): string {
  const [, v6, v4] = WITH_PORT.exec(ip) ?? [];
  const address = (v6 ?? v4 ?? ip).split('%', 1)[0]!;
  return MAPPED.exec(address)?.[1] ?? address;
}

/**
 * Returns the unit of limits by IP address: the IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber usually has a whole /64 (rate-limits.md 7).
 */
export function clientAddress(ip: string): string {
  const address = plainAddress(ip);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
