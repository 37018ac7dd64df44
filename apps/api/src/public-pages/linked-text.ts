import { text } from '../http/html';

const LINK = /https?:\/\/[^\s<>"]+/gi;
/** Punctuation that belongs to the sentence around a URL. */
const AFTER_LINK = new Set(".,;:!?'’”)]");

function withoutPunctuation(url: string): string {
  let end = url.length;
  while (AFTER_LINK.has(url[end - 1]!)) end--;
  return url.slice(0, end);
}

/** HTML of a text in which URLs are links. Search engines and readers are told that the service does not vouch for them. */
export function linkedText(written: string): string {
  let html = '';
  let end = 0;
  for (const { 0: found, index } of written.matchAll(LINK)) {
    const url = withoutPunctuation(found);
    html += text(written.slice(end, index));
    html += URL.canParse(url)
      ? `<a href="${text(url)}" rel="nofollow ugc noopener">${text(url)}</a>`
      : text(url);
    end = index + url.length;
  }
  return html + text(written.slice(end));
}
