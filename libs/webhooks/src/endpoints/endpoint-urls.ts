/** Decides which URLs endpoints can have (webhooks.md 3). */
export interface EndpointUrls {
  /**
   * Returns what is wrong with a URL, to complete “Invalid value for url: must …”, or null. Resolves the host, but says the
   * same of every host that no requests are sent to.
   */
  problemOf(url: string): Promise<string | null>;
}
