import { framedDocument } from './framed-document';

const MAIL = `<html><head>
<style>.card{color:red!important}</style>
</head><body style="margin:0"><p style="color:blue">style=&quot;x&quot;</p><p style="color:blue">B</p></body></html>`;

/** status-messages.md 6 */
describe('framedDocument', () => {
  const framed = framedDocument(MAIL, 'n0nce');

  it('gives each style element the nonce', () => {
    expect(framed.match(/<style[^>]*>/g)).toEqual(['<style nonce="n0nce">', '<style nonce="n0nce">']);
  });

  it('turns style attributes into rules before those of the mail, one for each style', () => {
    expect(framed).not.toContain(' style="');
    expect(framed).toContain(
      '<style nonce="n0nce">[data-style="0"]{margin:0}\n[data-style="1"]{color:blue}</style>',
    );
    expect(framed.match(/data-style="1"/g)).toHaveLength(3);
    expect(framed.indexOf('{margin:0}')).toBeLessThan(framed.indexOf('.card'));
  });

  it('keeps texts', () => {
    expect(framed).toContain('style=&quot;x&quot;</p>');
  });

  it('opens links elsewhere, which the sandbox prevents', () => {
    expect(framed).toContain('<base target="_blank">');
  });
});
