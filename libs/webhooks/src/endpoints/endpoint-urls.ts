/** Decides which URLs endpoints can have (webhooks.md 3). */
export interface EndpointUrls {
  /** Resolves the host. Returns false for a URL that is malformed or not public, and if the host is unknown. */
  isAllowed(url: string): Promise<boolean>;
}
