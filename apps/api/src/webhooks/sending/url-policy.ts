import { isIP } from 'node:net';
import { URL_DEMAND, URL_MAX, type EndpointUrls } from '@libs/webhooks';
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

  async problemOf(url: string): Promise<string | null> {
    const problem = this.problemIn(url);
    if (problem !== null) return problem;
    const { hostname } = new URL(url);
    if (this.config.WEBHOOK_PROXY || isIP(hostOf(hostname))) return null;
    try {
      await this.addressesOf(hostname);
      return null;
    } catch (error) {
      if (error instanceof AttemptError) return URL_DEMAND;
      throw error;
    }
  }

  /** Checks everything except the addresses of a name. Returns null if the URL is not allowed. */
  parse(url: string): URL | null {
    return this.problemIn(url) === null ? new URL(url) : null;
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

  /** What is wrong with a URL, apart from the addresses of its host. */
  private problemIn(url: string): string | null {
    if (url.length > URL_MAX) return `must have at most ${URL_MAX} characters`;
    if (!URL.canParse(url)) return 'must be a URL, such as https://example.com/webhooks';
    const { protocol, port, username, password, href, hostname } = new URL(url);
    const allowsHttp = this.config.WEBHOOK_ALLOW_HTTP === 'yes';
    if (protocol !== 'https:' && !(allowsHttp && protocol === 'http:')) return URL_DEMAND;
    if (username !== '' || password !== '') return 'must not contain a user or a password';
    if (href.includes('#')) return 'must not contain #';
    if (allowsHttp ? port === '0' : !HTTPS_PORTS.includes(port))
      return allowsHttp ? 'must have another port than 0' : 'must have port 443 or 8443';
    return this.isAllowedHost(hostOf(hostname)) ? null : URL_DEMAND;
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
