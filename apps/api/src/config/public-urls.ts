/** URLs that the service sends to clients. They start with `PUBLIC_URL`. */
export class PublicUrls {
  /** The list of items in the REST API. */
  readonly items: string;

  constructor(private readonly publicUrl: string) {
    this.items = `${publicUrl}/api/v1/feedback`;
  }

  item = (id: string): string => `${this.items}/${id}`;
  form = (slug: string): string => `${this.publicUrl}/f/${slug}`;
  /** The page that accepts an invitation. Browsers do not send the fragment, which has the token. */
  invitation = (token: string): string => `${this.publicUrl}/app/invite#${token}`;
}
