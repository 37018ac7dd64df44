import type { Language } from '@libs/accounts';
import * as ar from './ar';
import * as cs from './cs';
import * as da from './da';
import * as de from './de';
import * as el from './el';
import * as en from './en';
import * as es from './es';
import * as fi from './fi';
import * as fr from './fr';
import * as hu from './hu';
import * as it from './it';
import * as ja from './ja';
import * as ko from './ko';
import * as nb from './nb';
import * as nl from './nl';
import * as pl from './pl';
import * as ptBR from './pt-BR';
import * as ptPT from './pt-PT';
import * as ro from './ro';
import * as ru from './ru';
import * as sk from './sk';
import * as sv from './sv';
import * as tr from './tr';
import * as uk from './uk';
import * as zhHans from './zh-Hans';
import type { FormTexts } from './form-texts';
import type { FollowTexts } from './follow-texts';
import type { MessageTexts } from './message-texts';
import type { PageTexts } from './page-texts';

export interface Texts {
  readonly form: FormTexts;
  readonly pages: PageTexts;
  readonly mail: MessageTexts;
  readonly follow: FollowTexts;
}

/** A missing language or text does not compile. */
const TEXTS: Readonly<Record<Language, Texts>> = {
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

export const formTexts = (language: Language): FormTexts => TEXTS[language].form;

export const pageTexts = (language: Language): PageTexts => TEXTS[language].pages;

export const messageTexts = (language: Language): MessageTexts => TEXTS[language].mail;

export const followTexts = (language: Language): FollowTexts => TEXTS[language].follow;
