import { ITEM_LINKS_MAX, linksRule, type ItemLink, type LinkKind } from '@libs/feedback';
import { trimmed, type Issue } from '@libs/kernel';
import { t } from '../../../messages';
import { hostOf } from '../requests/request-facts';

const texts = t.links;

export type Links = readonly ItemLink[];

/** What someone types and chooses. */
export interface LinkTexts {
  readonly url: string;
  readonly title: string;
  readonly kind: LinkKind;
}
export type LinkErrors = Partial<Record<'url' | 'title', string>>;

/** Reads a link by the rule of the service. An empty title is none. */
export function readLink({ url, title, kind }: LinkTexts, others: Links) {
  const issues: Issue[] = [];
  const input = { url, kind, title: trimmed(title) || null };
  const [link] = linksRule.read([input], '', issues);
  const has = (field: string) => issues.some(({ param }) => param === `[0].${field}`);
  const isRepeated = others.some((other) => other.url === link!.url);
  const errors: LinkErrors = {
    ...(has('url') ? { url: texts.errors.url } : isRepeated && { url: texts.errors.repeated }),
    ...(has('title') && { title: texts.errors.title }),
  };
  return { link: link!, errors };
}

/** Whether the service would accept one more link. */
export const hasRoom = (links: Links): boolean => links.length < ITEM_LINKS_MAX;

/** A change of the links of an item. Applied again if someone else has changed the item in the meantime. */
export type LinksChange = (links: Links) => Links;

/** A link, and its place among those of the item. */
export interface PlacedLink {
  readonly link: ItemLink;
  readonly at: number;
}

/** Adds a link at a place, or else as the last one. Replaces none. */
export const adding =
  (link: ItemLink, at = Infinity): LinksChange =>
  (links) =>
    links.some(({ url }) => url === link.url) ? links : links.toSpliced(at, 0, link);

export const removing =
  (link: ItemLink): LinksChange =>
  (links) =>
    links.filter(({ url }) => url !== link.url);

/** What the name of a link leaves out: the host beside a title, and the path beside a host. Can be empty. */
export function linkDetail({ url, title }: ItemLink): string {
  if (title !== null) return hostOf(url);
  return url.replace(/^https?:\/\/[^/?#]*\/?/i, '');
}

/** The title of a link, or else where it leads. */
export const linkName = ({ url, title }: ItemLink): string => title ?? hostOf(url);
