import { AddressPolicy } from './address-policy';

/** webhooks.md 3 */
describe('AddressPolicy', () => {
  it.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '255.255.255.255'],
    ['::', '::1'],
    ['::127.0.0.1', '::ffff:0:0'],
    ['::ffff:8.8.8.8', '::ffff:ffff:ffff'],
    ['64:ff9b::', '64:ff9b::ffff:ffff'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['100::', '100::ffff:ffff:ffff:ffff'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['4000::', '5f00::1'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::1%eth0', 'fe80::1%1'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['', 'localhost'],
  ])('blocks %s and %s', (first, last) => {
    const policy = new AddressPolicy([]);
    expect([first, last].map((address) => policy.canDial(address))).toEqual([false, false]);
  });

  it.each([
    ...[
      '1.0.0.0',
      '8.8.8.8',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
    ],
    ...['128.0.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.167.255.255', '192.169.0.0'],
    ...['198.17.255.255', '198.20.0.0', '223.255.255.255'],
    ...['2000::', '2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '2606:4700::1111', '3fff:1000::'],
  ])('allows %s', (address) => {
    expect(new AddressPolicy([]).canDial(address)).toBe(true);
  });

  it('allows addresses in allowed networks, and no others', () => {
    const policy = new AddressPolicy(['10.1.0.0/16', '127.0.0.1', 'fd00::/8', '::1']);
    const canDial = (address: string) => policy.canDial(address);
    expect(
      ['10.1.2.3', '127.0.0.1', 'fd12::1', '::1', '::ffff:10.1.2.3', '::ffff:7f00:1', '8.8.8.8'].map(canDial),
    ).not.toContain(false);
    expect(
      ['10.2.0.0', '127.0.0.2', 'fc00::1', '::2', '::ffff:10.2.0.0', '::ffff:8.8.8.8'].map(canDial),
    ).not.toContain(true);
  });

  it('allows no IPv4 addresses because of an IPv6 network, and no IPv6 addresses because of an IPv4 network', () => {
    expect(new AddressPolicy(['::/0']).canDial('10.0.0.1')).toBe(false);
    expect(new AddressPolicy(['0.0.0.0/0']).canDial('fd00::1')).toBe(false);
  });
});
