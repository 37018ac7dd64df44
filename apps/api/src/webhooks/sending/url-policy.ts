import { isIP } from 'node:net';
import { URL_MAX, type EndpointUrls } from '@libs/webhooks';
import type { Config } from '../../config';
import { AddressPolicy } from './address-policy';
import { AttemptError } from './attempt-error';
import type { ResolveHost } from './host-resolver';

type UrlConfig = Pick<
  Config,
  'PUBLIC_URL' | 'WEBHOOK_ALLOW_HTTP' | 'WEBHOOK_ALLOWED_CIDRS' | 'WEBHOOK_PROXY'
>;

/** `URL.port` of the default port is empty. */
const HTTPS_PORTS = ['', '8443'];

/** Decides which URLs webhooks can be sent to: when an endpoint is registered, and at every attempt (webhooks.md 3). */
export class UrlPolicy implements EndpointUrls {
  private readonly addresses: AddressPolicy;
  private readonly ownHost: string;

  constructor(
    private readonly config: UrlConfig,
    private readonly resolveHost: ResolveHost,
  ) {
    this.addresses = new AddressPolicy(config.WEBHOOK_ALLOWED_CIDRS ?? []);
    this.ownHost = hostOf(new URL(config.PUBLIC_URL).hostname);
  }

  async isAllowed(url: string): Promise<boolean> {
    const parsed = this.parse(url);
    if (!parsed) return false;
    if (this.config.WEBHOOK_PROXY || isIP(hostOf(parsed.hostname))) return true;
    try {
      await this.addressesOf(parsed.hostname);
      return true;
    } catch (error) {
      if (error instanceof AttemptError) return false;
      throw error;
    }
  }

  /** Checks everything except the addresses of a name. Returns null if the URL is not allowed. */
  parse(url: string): URL | null {
    if (url.length > URL_MAX || !URL.canParse(url)) return null;
    const parsed = new URL(url);
    const hasExtras = parsed.username !== '' || parsed.password !== '' || parsed.href.includes('#');
    return !hasExtras && this.isAllowedOrigin(parsed) && this.isAllowedHost(hostOf(parsed.hostname))
      ? parsed
      : null;
  }

  /**
   * Returns the addresses to dial.
   * @throws AttemptError if there are none, or one of them must not be dialed
   */
  async addressesOf(hostname: string): Promise<readonly string[]> {
    const addresses = await this.resolveHost(hostname);
    if (addresses.length === 0) throw new AttemptError('could not resolve host');
    const isLocalName = !hostOf(hostname).includes('.');
    const canDial = (address: string) =>
      isLocalName ? this.addresses.isInAllowedNetwork(address) : this.addresses.canDial(address);
    if (!addresses.every(canDial)) throw new AttemptError('address is not public');
    return addresses;
  }

  private isAllowedOrigin({ protocol, port }: URL): boolean {
    if (this.config.WEBHOOK_ALLOW_HTTP === 'yes') return /^https?:$/.test(protocol) && port !== '0';
    return protocol === 'https:' && HTTPS_PORTS.includes(port);
  }

  private isAllowedHost(host: string): boolean {
    if (host === this.ownHost) return false;
    if (isIP(host)) return this.addresses.isInAllowedNetwork(host);
    const labels = host.split('.');
    if (labels.includes('')) return false;
    // A name without a dot must be in an allowed network, which only the proxy could find out.
    return labels.length > 1 || !this.config.WEBHOOK_PROXY;
  }
}

/** Removes the brackets of an IPv6 address, and the final dot of an absolute name. */
const hostOf = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '');
