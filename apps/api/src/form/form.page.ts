import { TITLE_MAX } from '@libs/feedback';
import type { DomainError, Issue } from '@libs/kernel';
import { styleSource, text } from '../http/html';

const STYLE = `
:root{color-scheme:light dark;--ink:#1c1f26;--soft:#5a6272;--line:#d5d9e1;--field:#868e9d;--paper:#fff;--back:#f4f5f8;--accent:#3454d1;--on-accent:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#eceef3;--soft:#a6aebd;--line:#363c48;--field:#757e8f;--paper:#1d2027;--back:#14161b;--accent:#93a7ff;--on-accent:#10131c;--bad:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:36rem;margin:0 auto;padding:clamp(1.25rem,6vw,4rem) 1.25rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .4rem;text-wrap:balance;overflow-wrap:anywhere}
p{margin:0 0 1.5rem;color:var(--soft)}
form{background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:1.5rem;display:grid;gap:1.25rem}
label{font-weight:600;display:block;margin-bottom:.35rem}
.hint{color:var(--soft);font-size:.9rem;font-weight:400}
p.hint{margin:-.2rem 0 .5rem}
input,textarea{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--field);border-radius:9px;padding:.6rem .75rem}
textarea{min-height:9rem;resize:vertical}
:is(input,textarea):focus-visible,a:focus-visible,button:focus-visible{outline:3px solid color-mix(in srgb,var(--accent) 55%,transparent);outline-offset:1px}
[aria-invalid]{border-color:var(--bad)}
.error{color:var(--bad);font-size:.9rem;margin:.35rem 0 0}
button{justify-self:start;font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);border:0;border-radius:9px;padding:.7rem 1.4rem;cursor:pointer}
button:hover{filter:brightness(1.08)}
a{color:var(--accent)}`;

/** Nothing from elsewhere, no script; the one style sheet is named by its hash. */
export const FORM_CSP = [
  "default-src 'none'",
  `style-src ${styleSource(STYLE)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the visitor typed and what is wrong with it, by field. */
export interface Filled {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly issues: readonly Issue[];
}

const EMPTY: Filled = { values: {}, issues: [] };

/** The whole form of an account; after a refused submission with everything typed still in it. */
export function formPage(
  account: { name: string; slug: string },
  { values, issues }: Filled = EMPTY,
): string {
  const field = (name: string, label: string, hint: string, control: (attributes: string) => string) => {
    const issue = issues.find(({ param }) => param === name);
    const described = [hint && `${name}-hint`, issue && `${name}-error`].filter(Boolean).join(' ');
    const attributes = [
      `id="${name}" name="${name}"`,
      described && `aria-describedby="${described}"`,
      issue && 'aria-invalid="true"',
    ];
    return `<div><label for="${name}">${label}</label>
${hint && `<p class="hint" id="${name}-hint">${hint}</p>`}${control(attributes.filter(Boolean).join(' '))}
${issue ? `<p class="error" id="${name}-error">${text(plain(issue))}</p>` : ''}</div>`;
  };
  const value = (name: string) => text(values[name] ?? '');
  return page(
    `Feedback for ${account.name}`,
    `<h1>Feedback for ${text(account.name)}</h1>
<p>Tell us what you miss, what is in your way, or what you like.</p>
<form method="post" action="/f/${encodeURIComponent(account.slug)}" novalidate>
${field('title', 'In one line', '', (a) => `<input ${a} required autocomplete="off" value="${value('title')}">`)}
${field('description', 'More about it <span class="hint">(optional)</span>', '', (a) => `<textarea ${a}>\n${value('description')}</textarea>`)}
${field('submitter_email', 'Your e-mail <span class="hint">(optional)</span>', 'So that we can ask back. It is not shown to anybody else.', (a) => `<input ${a} type="email" autocomplete="email" value="${value('submitter_email')}">`)}
<button>Send feedback</button>
</form>`,
  );
}

export function thanksPage(account: { name: string; slug: string }): string {
  return page(
    'Thank you',
    `<h1>Thank you</h1><p>Your feedback has reached ${text(account.name)}.</p>
<p><a href="/f/${encodeURIComponent(account.slug)}">Send more feedback</a></p>`,
  );
}

/** For a person whose form is not there, closed, or who sent too much. */
export function formErrorPage(error: DomainError, status: number): string {
  const [heading, sentence] = ERRORS[status] ?? [
    'That did not work',
    'Please go back and try again. What you typed is still there.',
  ];
  const wait = error.facts.retryAfter ? ` Try again in ${error.facts.retryAfter} seconds.` : '';
  return page(heading, `<h1>${heading}</h1><p>${sentence}${wait}</p>`);
}

const ERRORS: Record<number, readonly [heading: string, sentence: string]> = {
  404: [
    'There is no form here',
    'The address may be mistyped, or the form has moved. Ask whoever gave it to you.',
  ],
  410: ['This form is closed', 'It takes no feedback at the moment.'],
  413: ['That is too long', 'Please go back and shorten it.'],
  429: ['That was a lot at once', 'Nothing is lost: go back, and your text is still there.'],
  503: ['Not available at the moment', 'Please go back and send it again; your text is still there.'],
};

/** The API's messages name fields for programs; here the field stands beside the message. */
function plain({ code, message }: Issue): string {
  switch (code) {
    case 'missing_required_field':
    case 'empty_value':
      return 'Please write something here.';
    case 'too_long':
      return `That is too long: ${/\(maximum \d+ characters\)/.exec(message)?.[0].slice(1, -1) ?? `maximum ${TITLE_MAX} characters`}.`;
    case 'invalid_format':
      return 'This does not look like an e-mail address.';
    case 'invalid_characters':
      return 'There are characters in here that cannot be stored. Please remove them.';
    default:
      return message;
  }
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title><meta name="robots" content="noindex"><style>${STYLE}</style></head>
<body><main>
${body}
</main></body></html>
`;
}
