import {
  arrayRule,
  invalidValue,
  isText,
  lineRule,
  longerThan,
  nullable,
  objectRule,
  oneOf,
  optional,
  required,
  tooLongField,
  trimmed,
  type Rule,
} from '@libs/kernel';

/** Maximum length of a URL, in code points. */
export const LINK_MAX = 2_048;
/** Maximum number of links of an item (items.md 13). */
export const ITEM_LINKS_MAX = 20;
const LINK_TITLE_MAX = 200;

export const LINK_KINDS = ['ticket', 'pull_request', 'call', 'document', 'other'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
const DEFAULT_KIND: LinkKind = 'other';

/**
 * A page elsewhere that belongs to an item. The members have the order in which PostgreSQL returns those of `jsonb`, so
 * that an item has the same JSON everywhere.
 */
export interface ItemLink {
  readonly url: string;
  readonly kind: LinkKind;
  readonly title: string | null;
}

const LINK_DEMAND = 'must be a URL that starts with https:// or http://, without a user name and password';

/** A URL that a page can link to. Credentials can disguise the host: https://bank.example@evil.example/. */
export const linkRule: Rule<string> = {
  schema: { type: 'string', maxLength: LINK_MAX },
  demand: LINK_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const link = trimmed(value);
    if (longerThan(link, LINK_MAX)) issues.push(tooLongField(param, LINK_MAX));
    else if (!isWebUrl(link)) issues.push(invalidValue(param, LINK_DEMAND));
    return link;
  },
};

function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

const kindRule = oneOf(LINK_KINDS);
const titleRule = nullable(lineRule(LINK_TITLE_MAX));
const input = objectRule({
  url: required(linkRule),
  kind: optional(kindRule),
  title: optional(titleRule),
});
const itemLinkRule: Rule<ItemLink> = {
  schema: input.schema,
  read(value, param, issues) {
    const { url, kind = DEFAULT_KIND, title = null } = input.read(value, param, issues);
    return { url, kind, title };
  },
};

const list = arrayRule(itemLinkRule, ITEM_LINKS_MAX);

/** The links of an item, in the order of the input, each URL at most once. */
export const linksRule: Rule<readonly ItemLink[]> = {
  ...list,
  read(value, param, issues) {
    const before = issues.length;
    const links = list.read(value, param, issues);
    if (issues.length > before) return links;
    const seen = new Set<string>();
    links.forEach(({ url }, i) => {
      if (seen.size === seen.add(url).size)
        issues.push(invalidValue(`${param}[${i}].url`, 'must not be the URL of an earlier link'));
    });
    return links;
  },
};

/** The links of an imported item: an array, or text with URLs that whitespace separates. */
export const importedLinksRule: Rule<readonly ItemLink[]> = {
  ...linksRule,
  read(value, param, issues) {
    if (typeof value !== 'string') return linksRule.read(value, param, issues);
    const urls = trimmed(value).split(/\s+/);
    return linksRule.read(
      urls.filter((url) => url !== '').map((url) => ({ url })),
      param,
      issues,
    );
  },
};

/** JSON Schema of the links of an item as the service returns them. */
export const LINKS = {
  type: 'array',
  maxItems: ITEM_LINKS_MAX,
  items: { type: 'object', properties: input.schema['properties'], required: ['url', 'kind', 'title'] },
};

/** The links of an item without links: one array for all of them. */
export const NO_LINKS: readonly ItemLink[] = Object.freeze([]);

export const areSameLinks = (a: readonly ItemLink[], b: readonly ItemLink[]): boolean =>
  a.length === b.length &&
  a.every(({ url, kind, title }, i) => url === b[i]!.url && kind === b[i]!.kind && title === b[i]!.title);
