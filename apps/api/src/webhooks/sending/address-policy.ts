import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IANA special-purpose addresses, multicast, and reserved addresses. */
const SPECIAL_V4 = networks('ipv4', [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  // The virtual machines of Azure reach a service of their host here.
  '168.63.129.16/32',
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]);
/** The only part of IPv6 that IANA has assigned for global unicast. */
const UNICAST_V6 = networks('ipv6', ['2000::/3']);
/** Special-purpose addresses in it. */
const SPECIAL_V6 = networks('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Decides which IP addresses can be dialed (webhooks.md 3). */
export class AddressPolicy {
  // Two lists, because Node applies IPv6 networks such as ::/0 to IPv4 addresses.
  private readonly allowedV4: BlockList;
  private readonly allowedV6: BlockList;

  /** @param allowed addresses and networks that can be dialed although they are not public */
  constructor(allowed: readonly string[]) {
    this.allowedV4 = networks('ipv4', allowed.filter(isV4));
    this.allowedV6 = networks(
      'ipv6',
      allowed.filter((network) => !isV4(network)),
    );
  }

  canDial(address: string): boolean {
    return this.isInAllowedNetwork(address) || isPublic(address);
  }

  /** An IPv4-mapped IPv6 address is in the networks of its IPv4 address. */
  isInAllowedNetwork(address: string): boolean {
    if (isIPv4(address)) return this.allowedV4.check(address, 'ipv4');
    return this.allowedV4.check(address, 'ipv6') || this.allowedV6.check(address, 'ipv6');
  }
}

function isPublic(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_V4.check(address, 'ipv4');
  return isIPv6(address) && UNICAST_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6');
}

const isV4 = (network: string): boolean => isIPv4(network.split('/')[0]!);

function networks(family: 'ipv4' | 'ipv6', list: readonly string[]): BlockList {
  const found = new BlockList();
  for (const network of list) {
    const [address = '', bits = family === 'ipv4' ? 32 : 128] = network.split('/');
    found.addSubnet(address, Number(bits), family);
  }
  return found;
}
