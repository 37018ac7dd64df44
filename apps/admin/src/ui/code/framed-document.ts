/**
 * A document for a frame that runs no scripts and opens no links: a mail, or a public page. The frame has the content security policy
 * of this page, which allows style elements with its nonce, but no style attributes, so these become rules. Quotes in
 * texts of the document are escaped.
 */
export function framedDocument(html: string, nonce: string): string {
  const rules: string[] = [];
  const withoutAttributes = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const at = rules.indexOf(style) === -1 ? rules.push(style) - 1 : rules.indexOf(style);
    return ` data-style="${at}"`;
  });
  const sheet = rules.map((rule, at) => `[data-style="${at}"]{${rule}}`).join('\n');
  return withoutAttributes
    .replace('<head>', `<head>\n<base target="_blank">\n<style nonce="${nonce}">${sheet}</style>`)
    .replaceAll('<style>', `<style nonce="${nonce}">`);
}
