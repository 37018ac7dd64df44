import type { Language } from '@libs/accounts';
import type { FastifyRequest } from 'fastify';
import type { FollowTexts } from './follow-texts';
import type { FormTexts } from './form-texts';
import { languageFor } from './language';
import type { PageTexts } from './page-texts';
import { followTexts, formTexts, pageTexts } from './texts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language that the account of a public page has chosen, if it has and is known. */
    accountLanguage?: Language | null;
  }
}

/** For whom a public page is written. */
export interface Reader {
  readonly language: Language;
  readonly texts: FormTexts;
  readonly pages: PageTexts;
  readonly follow: FollowTexts;
  /** The query that links of the page need to keep the language: empty, or `?lang=de`. */
  readonly query: string;
}

export function readerOf({ query, headers, accountLanguage = null }: FastifyRequest): Reader {
  const { lang } = (query ?? {}) as Readonly<Record<string, unknown>>;
  const language = languageFor({ lang, accepted: headers['accept-language'] }, accountLanguage);
  return {
    language,
    texts: formTexts(language),
    pages: pageTexts(language),
    follow: followTexts(language),
    query: lang === undefined ? '' : `?lang=${language}`,
  };
}
