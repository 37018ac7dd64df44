/** Colors of programs that support dark mode. Others use the inline ones. */
export const DARK_MODE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body, .page { background: #1a1b1e !important; }
  .card { background: #25262b !important; border-color: #373a40 !important; }
  h1, h2, p, li { color: #e9ecef !important; }
  ul, li { border-color: #373a40 !important; }
  blockquote { background: #2c2e33 !important; border-color: #4dabf7 !important; }
  li a, .link { color: #a5d8ff !important; }
  .quiet, .quiet a, li .quiet { color: #adb5bd !important; }
}`;

const TEXT = 'color:#212529;overflow-wrap:anywhere';
const PARAGRAPH = `font-size:16px;line-height:1.5;${TEXT};white-space:pre-line`;

/** Inline styles, which all mail programs support. */
export const STYLES = {
  body: `margin:0;background:#f1f3f5;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`,
  page: 'background:#f1f3f5;padding:24px 12px',
  card: 'max-width:560px;margin:0 auto;padding:24px 24px 8px;background:#ffffff;border:1px solid #dee2e6;border-radius:8px',
  footer: 'max-width:560px;margin:16px auto 0;padding:0 24px',
  title: `margin:0 0 16px;font-size:20px;line-height:1.3;${TEXT}`,
  paragraph: `margin:0 0 16px;${PARAGRAPH}`,
  quote: 'margin:0 0 16px;padding:12px 16px;background:#f1f3f5;border-radius:4px',
  quoted: `margin:0 0 8px;${PARAGRAPH}`,
  author: 'margin:0;font-size:14px;line-height:1.5;color:#5c636a;overflow-wrap:anywhere',
  titles: 'margin:0 0 16px;padding:0;list-style:none;border-bottom:1px solid #e9ecef',
  heading: `margin:24px 0 8px;font-size:16px;line-height:1.3;color:#212529`,
  list: 'margin:0 0 24px;padding:0;list-style:none',
  row: `margin:0;padding:8px 0;border-top:1px solid #e9ecef;font-size:15px;line-height:1.45;${TEXT}`,
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1864ab;color:#ffffff;font-size:16px;text-decoration:none',
  quiet: 'margin:0 0 12px;font-size:13px;line-height:1.5;color:#5c636a;overflow-wrap:anywhere',
};
