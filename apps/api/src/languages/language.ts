import { LANGUAGES, type Language } from '@libs/accounts';

/** What a visitor asks for: `?lang=` of the URL, and the header `Accept-Language`. */
export interface LanguageWish {
  readonly lang?: unknown;
  readonly accepted?: string;
}

const DEFAULT: Language = 'en';
/** Browsers send at most six. */
const PREFERENCES_MAX = 20;

/** Names of the same language, or of one that its speakers read. */
const ALIASES: Readonly<Record<string, Language>> = { no: 'nb', nn: 'nb', mo: 'ro' };

/**
 * Chooses the language of a page (form.md 9).
 * @param setting the language of the account; null for that of the visitor
 */
export function languageFor({ lang, accepted = '' }: LanguageWish, setting: Language | null): Language {
  const wanted = typeof lang === 'string' ? matched(lang) : null;
  return wanted ?? setting ?? preferences(accepted).map(matched).find(Boolean) ?? DEFAULT;
}

/** The tags of `Accept-Language`, the preferred one first (RFC 9110 §12.5.4). */
function preferences(header: string): string[] {
  return header
    .split(',', PREFERENCES_MAX)
    .map((part) => {
      const [tag = '', weight] = part.split(';');
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(/q=([\d.]+)/.exec(weight)?.[1]) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** The language of a tag; null if there is none. Chinese in traditional characters is none. */
function matched(tag: string): Language | null {
  const locale = localeOf(tag);
  if (!locale) return null;
  const { language, script, region } = locale;
  if (language === 'pt') return region === 'BR' ? 'pt-BR' : 'pt-PT';
  if (language === 'zh') return script === 'Hans' ? 'zh-Hans' : null;
  return LANGUAGES.find((one) => one === language) ?? ALIASES[language] ?? null;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

export const numberIn = (language: Language, value: number): string => value.toLocaleString(language);

/** A time from now, such as `in 5 minutes`, in the grammatical form that the language needs. */
export function timeFromNow(language: Language, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(language);
  return seconds < 120 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute');
}
