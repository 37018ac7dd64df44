import type { Language } from '@libs/accounts';
import { form as ar } from './ar/form';
import { form as cs } from './cs/form';
import { form as da } from './da/form';
import { form as de } from './de/form';
import { form as el } from './el/form';
import { form as en } from './en/form';
import { form as es } from './es/form';
import { form as fi } from './fi/form';
import { form as fr } from './fr/form';
import { form as hu } from './hu/form';
import { form as it } from './it/form';
import { form as ja } from './ja/form';
import { form as ko } from './ko/form';
import { form as nb } from './nb/form';
import { form as nl } from './nl/form';
import { form as pl } from './pl/form';
import { form as ptBR } from './pt-BR/form';
import { form as ptPT } from './pt-PT/form';
import { form as ro } from './ro/form';
import { form as ru } from './ru/form';
import { form as sk } from './sk/form';
import { form as sv } from './sv/form';
import { form as tr } from './tr/form';
import { form as uk } from './uk/form';
import { form as zhHans } from './zh-Hans/form';
import type { FormTexts } from './form-texts';

/** A missing language or text does not compile. */
const FORM: Readonly<Record<Language, FormTexts>> = {
  ar,
  cs,
  da,
  de,
  el,
  en,
  es,
  fi,
  fr,
  hu,
  it,
  ja,
  ko,
  nb,
  nl,
  pl,
  'pt-BR': ptBR,
  'pt-PT': ptPT,
  ro,
  ru,
  sk,
  sv,
  tr,
  uk,
  'zh-Hans': zhHans,
};

export const formTexts = (language: Language): FormTexts => FORM[language];
