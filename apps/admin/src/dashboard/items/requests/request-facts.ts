import type { ItemRequest } from '@libs/contract';
import { t } from '../../../messages';

/** A name for whom a request is of, for labels. */
export const whoAsks = ({ name, email, company, count }: ItemRequest): string =>
  name ?? email ?? company ?? (count > 1 ? t.requests.people(count) : t.requests.anonymous);

/** The host of a URL, which tells where a link leads. */
export const hostOf = (link: string): string =>
  URL.canParse(link) ? new URL(link).host.replace(/^www\./, '') : link;
