import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { PREVIEW_POLICY, widgetPreview } from './widget-preview';

/** The attributes of the widget's script, as they stand in the page. */
const script = (page: string) => /<script src="\/widget\.js"([^>]*)>/.exec(page)![1];

describe('the preview of the widget', () => {
  it('embeds the real one, with nothing but its slug', () => {
    expect(script(widgetPreview('acme', {}))).toBe(' data-slug="acme" async');
  });

  it('hands on what is tried out', () => {
    const asked = { label: 'Ideas', position: 'top-left', color: '#0f766e', email: 'ada@example.com' };
    expect(script(widgetPreview('acme', asked))).toBe(
      ' data-slug="acme" data-label="Ideas" data-position="top-left" data-color="#0f766e" data-email="ada@example.com" async',
    );
  });

  it.each([
    ['an unknown position', { position: 'middle' }],
    ['an empty label', { label: '' }],
    ['a label that is no label any more', { label: 'x'.repeat(255) }],
    ['a colour with more of a style sheet behind it', { color: 'red}*{display:none}' }],
    ['a colour that ends its declaration', { color: 'red;position:static' }],
    ['a repeated parameter', { color: ['red', 'blue'] }],
    ['what no attribute is called', { slug: 'other', onload: 'alert(1)' }],
  ])('leaves out %s', (_, asked) => {
    expect(script(widgetPreview('acme', asked))).toBe(' data-slug="acme" async');
  });

  it.each([
    'rebeccapurple',
    '#0f766e80',
    'hsl(20 90% 40% / .5)',
    'color(display-p3 1 -.1 1e-1)',
    'rgb(1,2,3)',
  ])('hands on any colour: %s', (color) =>
    expect(script(widgetPreview('acme', { color }))).toContain(` data-color="${color}"`),
  );

  it('is inert, whatever is tried out', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const written = script(widgetPreview('acme', { label: value, color: value, email: value }))!;
        expect(written.replace(/"[^"]*"/g, '')).toMatch(/^ data-slug=( data-(label|color|email)=)* async$/);
      }),
    );
    expect(widgetPreview('acme', { label: '"><script>alert(1)</script>' })).not.toContain('<script>alert');
  });

  it('has a button of its own, which opens the widget, where the widget has none', () => {
    expect(widgetPreview('acme', {})).not.toContain('<button');
    const page = widgetPreview('acme', { position: 'none' });
    expect(page).toContain('<button type="button">Your own button</button>');
    const [, code] = /<script>(.*?)<\/script>/.exec(page)!;
    expect(code).toContain('feedbackWidget.open()');
    expect(PREVIEW_POLICY).toContain(
      `script-src 'self' 'sha256-${createHash('sha256').update(code!).digest('base64')}';`,
    );
  });

  it('lets its own style in, its own host, the dashboard around it, and nothing else', () => {
    const [, style] = /<style>([^]*?)<\/style>/.exec(widgetPreview('acme', {}))!;
    expect(PREVIEW_POLICY).toContain(`'sha256-${createHash('sha256').update(style!).digest('base64')}'`);
    expect(PREVIEW_POLICY).toContain("default-src 'none'");
    expect(PREVIEW_POLICY).toContain("connect-src 'self'");
    expect(PREVIEW_POLICY).toContain("frame-ancestors 'self'");
    expect(PREVIEW_POLICY).not.toMatch(/unsafe|https?:|data:|\*/);
    expect(widgetPreview('acme', {})).not.toMatch(/ style=| on\w+=|https?:/);
  });
});
