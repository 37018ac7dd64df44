import { text } from '../http/html';
import type { Reader } from '../languages/reader';
import type { PageAccount } from '../visitor-pages/frame';

export interface Shown {
  readonly account: PageAccount;
  readonly reader: Reader;
  /** The path of the page of the person, with its token. */
  readonly path: string;
}

interface Button {
  readonly label: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly look?: 'plainly';
}

/** A form, so that links that mail servers open change nothing. */
export function button(
  { path: of, reader }: Pick<Shown, 'path' | 'reader'>,
  { label, fields = {}, path = '', look }: Button,
): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${text(value)}">`,
  );
  return `<form method="post" action="${text(of + path + reader.query)}">${hidden.join('')}<button${look ? ` class="${look}"` : ''}>${text(label)}</button></form>`;
}
