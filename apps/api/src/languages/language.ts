import { LANGUAGES, type Language } from '@libs/accounts';
import type { PluralTexts } from './page-texts';

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
export const languageFor = ({ lang, accepted = '' }: LanguageWish, setting: Language | null): Language =>
  fixedLanguage(lang, setting) ?? preferences(accepted).map(matched).find(Boolean) ?? DEFAULT;

/** The language of a page for all visitors; null if `Accept-Language` decides it. */
export const fixedLanguage = (lang: unknown, setting: Language | null): Language | null =>
  (typeof lang === 'string' ? matched(lang) : null) ?? setting;

/** The language of a tag; null if the service does not have it. */
export const languageOf = (tag: string | null): Language | null => (tag === null ? null : matched(tag));

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

/** Creates the value of a language once, because creating what `Intl` needs takes longer than using it. */
function perLanguage<T>(create: (language: Language) => T): (language: Language) => T {
  const created = new Map<Language, T>();
  return (language) => {
    const value = created.get(language) ?? create(language);
    created.set(language, value);
    return value;
  };
}

const pluralRules = perLanguage((language) => new Intl.PluralRules(language));
const relativeTime = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const longDate = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** The text for a number, in the plural form that the language needs. */
export function plural(language: Language, n: number, texts: PluralTexts): string {
  const text = texts[pluralRules(language).select(n)] ?? texts.other;
  return text.replace('{n}', numberIn(language, n));
}

/**
 * A time in the past, such as `today`, `3 days ago`, or `2 months ago`.
 * @param days full days since then
 */
export function daysAgo(language: Language, days: number): string {
  const format = relativeTime(language);
  if (days < 14) return format.format(-days, 'day');
  if (days < 60) return format.format(-Math.floor(days / 7), 'week');
  if (days < 730) return format.format(-Math.floor(days / 30), 'month');
  return format.format(-Math.floor(days / 365), 'year');
}

const longMonth = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** The month of a timestamp in UTC, such as `March 2026`. */
export const monthIn = (language: Language, instant: string): string =>
  longMonth(language).format(new Date(instant));

/** The UTC date of a timestamp, such as `March 5, 2026`. */
export const dateIn = (language: Language, instant: string): string =>
  longDate(language).format(new Date(instant));
