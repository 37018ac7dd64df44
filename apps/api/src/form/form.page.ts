import { TITLE_MAX, type ShownCard } from '@libs/feedback';
import { EMAIL_MAX, type DomainError, type Issue } from '@libs/kernel';
import { text } from '../http/html';
import type { FormFieldName } from '../languages/form-texts';
import type { Reader } from '../languages/reader';
import {
  accountMark,
  formPath,
  framePage,
  publicPageLinks,
  type Frame,
  type PageAccount,
} from '../visitor-pages/frame';
import { FORM_STYLE } from './form.style';
import { failureTexts, visitorMessage } from './form-messages';
import type { Typed } from './form.http';

/** Content of a form page: empty, or with the input and its issues. */
export interface FormState {
  readonly token: string;
  readonly typed?: Typed;
  readonly issues?: readonly Issue[];
  /** URL of the script; null if it isn't built. */
  readonly script?: string | null;
  /** Whether the script shows public cards that are similar to the title. */
  readonly hasRoadmap?: boolean;
  /** Whether the script shows a link to what becomes of the feedback after it is sent. */
  readonly hasBookmark?: boolean;
  /** Whether the form is shown only if the script finds an identity token (identity.md 7). */
  readonly isHidden?: boolean;
}

/** The form of an account. After a rejected submission, it still has the input. */
export function formPage(account: PageAccount, state: FormState, reader: Reader): string {
  const { name, form } = account;
  const { texts } = reader;
  const heading = form.heading ?? texts.heading(name);
  const script = state.script ? `<script type="module" src="${text(state.script)}"></script>` : '';
  return page(
    state.issues?.length ? texts.problem(heading) : heading,
    `${accountHeader(account)}
<h1 dir="auto">${text(heading)}</h1>
<p class="words" dir="auto">${text(form.introduction ?? texts.introduction)}</p>
${form.requireIdentity ? fromApplication(reader) : ''}${formElement(formPath(account) + reader.query, { ...state, hasRoadmap: account.publicPages.roadmap, isHidden: form.requireIdentity }, form.emailField, reader)}
<p class="foot">${[texts.privacy, ...publicPageLinks(account, reader)].join(' ')}</p>`,
    reader,
    {
      accent: form.accent,
      after: `<template id="sent">${thanksContent(account, reader)}${state.hasBookmark ? bookmark('', reader) : ''}</template>`,
      head: script,
    },
  );
}

/** Says that the form needs an identity token. The script removes it if there is one. */
function fromApplication({ texts }: Reader): string {
  const [heading, sentence] = texts.failures.identity;
  return `<div class="card" id="no-token"><h2>${heading}</h2><p class="words">${sentence}</p></div>\n`;
}

/** @param path of the page that shows what becomes of the feedback */
export function thanksPage(account: PageAccount, reader: Reader, path: string | null = null): string {
  const { accent } = account.form;
  const link = path === null ? '' : bookmark(path + reader.query, reader);
  const content = thanksContent(account, reader) + link;
  return page(reader.texts.thanksHeading, content, reader, { accent, kind: 'plain' });
}

const bookmark = (url: string, { follow }: Reader): string =>
  `<p>${text(follow.bookmark)} <a id="bookmark" href="${text(url)}">${text(follow.heading)}</a></p>`;

const TICK = `<div class="tick" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg></div>`;

/** Also used for a submission in quarantine, so that bots can't tell the difference. */
export const thanksText = ({ name, form }: PageAccount, { texts }: Reader): string =>
  form.thanks ?? texts.thanks(name);

const thanksContent = (account: PageAccount, reader: Reader): string => `${TICK}
<h1 tabindex="-1">${reader.texts.thanksHeading}</h1>
<p class="words" dir="auto">${text(thanksText(account, reader))}</p>
<p class="ways"><a href="${formPath(account)}${reader.query}">${reader.texts.more}</a>${publicPageLinks(account, reader).join('')}</p>`;

/** Cards that are probably the same as what the visitor sends, which is not stored yet (public.md 7). */
export function closeCardsPage(
  account: PageAccount,
  cards: readonly ShownCard[],
  typed: Typed,
  reader: Reader,
): string {
  const { pages, query } = reader;
  const [heading, sentence] = pages.isItThis;
  const items = cards.map(
    ({ id, title, status }) =>
      `<li><a href="${formPath(account)}/items/${id}${query}" dir="auto">${text(title)}</a> <span class="note">${pages.statuses[status]}</span></li>`,
  );
  const fields = Object.entries({ ...typed, send_anyway: '1' }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${text(value)}">`,
  );
  return page(
    heading,
    `<h1>${heading}</h1>
<p class="words">${sentence}</p>
<ul class="card found">${items.join('')}</ul>
<form method="post" action="${text(formPath(account) + query)}">${fields.join('')}<div class="send"><button>${pages.sendAnyway}</button></div></form>`,
    reader,
    { accent: account.form.accent, kind: 'plain' },
  );
}

/** Shows the account name only next to a custom heading; the default heading contains it. */
const accountHeader = (account: PageAccount): string =>
  `<div class="who">${accountMark(account, account.form.heading !== null)}</div>`;

/** Page of a closed form, with the rejected submission if there is one. */
export const closedPage = (name: string, typed: Typed, reader: Reader): string =>
  textPage(reader.texts.closedHeading, reader.texts.closed(name), typed, reader);

/** Page for an error that a retry can't fix, or without input to send again. Shows the input, if any, to copy. */
export const failurePage = (error: DomainError, status: number, typed: Typed, reader: Reader): string =>
  textPage(...failureTexts(error, status, reader), typed, reader);

/** Page for a temporary error, with the input in a form that can be sent again. */
export function tryAgainPage(
  error: DomainError,
  status: number,
  typed: Typed,
  action: string,
  reader: Reader,
): string {
  const [heading, sentence] = failureTexts(error, status, reader);
  const content = `<h1>${heading}</h1><p class="words">${sentence} ${reader.texts.kept}</p>`;
  const state = { token: typed.form_token ?? '', typed };
  return page(heading, content + formElement(action + reader.query, state, 'optional', reader), reader);
}

function textPage(heading: string, sentence: string, { title, description }: Typed, reader: Reader): string {
  const written = [title, description].filter(Boolean).join('\n\n');
  const kept = `<p>${reader.texts.textToCopy}</p><div class="card words" dir="auto">${text(written)}</div>`;
  const content = `<h1>${heading}</h1><p class="words" dir="auto">${text(sentence)}</p>`;
  return page(heading, content + (written && kept), reader, { kind: 'plain' });
}

function formElement(
  action: string,
  state: FormState,
  emailField: PageAccount['form']['emailField'],
  reader: Reader,
): string {
  const { texts } = reader;
  const { typed = {}, issues = [], token } = state;
  const part = (name: FormFieldName, optional: boolean, control: (attributes: string) => string) =>
    field(
      issues.find(({ param }) => param === name),
      { name, optional, control },
      reader,
    );
  const value = (name: keyof Typed) => text(typed[name] ?? '');
  const required = emailField === 'required';
  const email = part('submitter_email', !required, (attributes) => {
    const kind = `type="email" autocomplete="email" inputmode="email" data-max="${EMAIL_MAX}"`;
    return `<input ${attributes} ${kind}${required ? ' required' : ''} value="${value('submitter_email')}">`;
  });
  const title = (attributes: string) =>
    `<input ${attributes} required autocomplete="off" dir="auto" data-max="${TITLE_MAX}" value="${value('title')}">`;
  return `${state.isHidden ? '<div id="with-token" hidden>' : ''}<form class="card" method="post" action="${text(action)}" novalidate data-words="${text(JSON.stringify(texts.messages))}"${state.hasRoadmap ? ` data-similar="${text(reader.pages.similar)}"` : ''}>
${summary(issues, reader)}${part('title', false, title)}
${part('description', true, (attributes) => `<textarea ${attributes} dir="auto" rows="6">\n${value('description')}</textarea>`)}
${emailField === 'hidden' ? '' : email}
<div class="extra" aria-hidden="true"><label for="homepage">${texts.honeypot}</label><input id="homepage" name="homepage" tabindex="-1" autocomplete="off" value="${value('homepage')}"></div>
<input type="hidden" name="form_token" value="${text(token)}" autocomplete="off">
<input type="hidden" name="token" autocomplete="off">
<div class="send"><button>${texts.messages.send}</button><p id="status" role="status"></p></div>
</form>${state.isHidden ? '</div>' : ''}`;
}

interface FieldParts {
  readonly name: FormFieldName;
  readonly optional: boolean;
  readonly control: (attributes: string) => string;
}

function field(issue: Issue | undefined, { name, optional, control }: FieldParts, reader: Reader): string {
  const { texts } = reader;
  const hint = name === 'submitter_email' ? texts.emailHint : '';
  const described = [hint && `${name}-hint`, issue && `${name}-error`].filter(Boolean).join(' ');
  const attributes = [
    `id="${name}" name="${name}"`,
    described && `aria-describedby="${described}"`,
    issue && 'aria-invalid="true"',
  ];
  const note = optional ? ` <span class="note">${texts.optional}</span>` : '';
  return `<div><div class="row"><label for="${name}">${texts.fields[name]}${note}</label></div>
${hint && `<p class="hint" id="${name}-hint">${hint}</p>`}${control(attributes.filter(Boolean).join(' '))}
${issue ? `<p class="error" id="${name}-error">${text(visitorMessage(issue, reader))}</p>` : ''}</div>`;
}

/** Error summary above the fields, where screen readers start after the page reloads. */
function summary(issues: readonly Issue[], reader: Reader): string {
  const { fields, labeled, messages } = reader.texts;
  const known = issues.filter(({ param }) => param !== undefined && Object.hasOwn(fields, param));
  if (known.length === 0) return '';
  const entries = known.map((issue) => {
    const label = fields[issue.param as FormFieldName];
    return `<li><a href="#${issue.param}">${text(labeled(label, visitorMessage(issue, reader)))}</a></li>`;
  });
  return `<div class="problems" role="alert" tabindex="-1" autofocus><h2>${messages.fix}</h2><ul>${entries.join('')}</ul></div>\n`;
}

/** A page with the style of the form. */
const page = (title: string, body: string, reader: Reader, more: Partial<Frame> = {}): string =>
  framePage({ title, body, reader, style: FORM_STYLE, ...more });
