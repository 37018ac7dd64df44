import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns all IPv4 and IPv6 addresses of a host; none if it is unknown or the name servers don't respond. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export interface ResolverOptions {
  /** Name servers; those of the system by default. */
  readonly servers?: readonly string[];
  readonly timeoutMs?: number;
  /** The lookup of the operating system, which also knows /etc/hosts. */
  readonly systemLookup?: ResolveHost;
}

/** Errors of a name that does not exist, or has no addresses of this family. */
const UNKNOWN = ['ENOTFOUND', 'ENODATA'];

/**
 * Resolves hosts without Node's thread pool, which a slow name server would block for the whole process. Names that are
 * not in the DNS are looked up by the operating system, which needs a thread: one at a time.
 */
export class HostResolver {
  private readonly timeoutMs: number;
  private readonly systemLookup: ResolveHost;
  private lastLookup: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ResolverOptions = {}) {
    this.timeoutMs = options.timeoutMs ?? 5_000;
    this.systemLookup = options.systemLookup ?? lookupAll;
  }

  async resolve(hostname: string): Promise<readonly string[]> {
    const results = await this.query(hostname);
    const isUnknown = results.every(
      (result) => result.status === 'rejected' && UNKNOWN.includes(result.reason.code),
    );
    if (isUnknown) return this.lookUp(hostname);
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  }

  /** A new resolver each time, because it reads the name servers of the system once and cancels all its queries. */
  private async query(hostname: string): Promise<PromiseSettledResult<string[]>[]> {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (this.options.servers) resolver.setServers(this.options.servers);
    const timer = setTimeout(() => resolver.cancel(), this.timeoutMs);
    try {
      return await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    } finally {
      clearTimeout(timer);
    }
  }

  private lookUp(hostname: string): Promise<readonly string[]> {
    let isExpired = false;
    const expired = sleep(this.timeoutMs, [], { ref: false }).finally(() => (isExpired = true));
    const found = this.lastLookup.then(() => (isExpired ? [] : this.systemLookup(hostname))).catch(() => []);
    this.lastLookup = found;
    return Promise.race([found, expired]);
  }
}

async function lookupAll(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
