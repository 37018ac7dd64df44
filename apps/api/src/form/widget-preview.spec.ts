import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { PREVIEW_POLICY, widgetPreview } from './widget-preview';

/** The attributes of the widget's script in the page. */
const script = (page: string) => /<script src="\/widget\.js"([^>]*)>/.exec(page)![1];

describe('widgetPreview', () => {
  it('embeds the live widget with only its slug', () => {
    expect(script(widgetPreview('acme', {}))).toBe(' data-slug="acme" async');
  });

  it('passes the options of the widget', () => {
    const query = { label: 'Ideas', position: 'top-left', color: '#0f766e', email: 'ada@example.com' };
    expect(script(widgetPreview('acme', query))).toBe(
      ' data-slug="acme" data-label="Ideas" data-position="top-left" data-color="#0f766e" data-email="ada@example.com" async',
    );
  });

  it.each([
    ['an unknown position', { position: 'middle' }],
    ['an empty label', { label: '' }],
    ['a label over 254 characters', { label: 'x'.repeat(255) }],
    ['a color followed by more CSS', { color: 'red}*{display:none}' }],
    ['a color that ends its declaration', { color: 'red;position:static' }],
    ['a repeated parameter', { color: ['red', 'blue'] }],
    ['unknown attributes', { slug: 'other', onload: 'alert(1)' }],
  ])('ignores %s', (_, query) => {
    expect(script(widgetPreview('acme', query))).toBe(' data-slug="acme" async');
  });

  it.each([
    'rebeccapurple',
    '#0f766e80',
    'hsl(20 90% 40% / .5)',
    'color(display-p3 1 -.1 1e-1)',
    'rgb(1,2,3)',
  ])('passes any color: %s', (color) =>
    expect(script(widgetPreview('acme', { color }))).toContain(` data-color="${color}"`),
  );

  it('escapes every option', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const written = script(widgetPreview('acme', { label: value, color: value, email: value }))!;
        expect(written.replace(/"[^"]*"/g, '')).toMatch(/^ data-slug=( data-(label|color|email)=)* async$/);
      }),
    );
    expect(widgetPreview('acme', { label: '"><script>alert(1)</script>' })).not.toContain('<script>alert');
  });

  it('has a custom button that opens the widget if the widget has no button', () => {
    expect(widgetPreview('acme', {})).not.toContain('<button');
    const page = widgetPreview('acme', { position: 'none' });
    expect(page).toContain('<button type="button">Your own button</button>');
    const [, code] = /<script>(.*?)<\/script>/.exec(page)!;
    expect(code).toContain('feedbackWidget.open()');
    expect(PREVIEW_POLICY).toContain(
      `script-src 'self' 'sha256-${createHash('sha256').update(code!).digest('base64')}';`,
    );
  });

  it('allows only its own style, its own host, and the dashboard as a frame', () => {
    const [, style] = /<style>([^]*?)<\/style>/.exec(widgetPreview('acme', {}))!;
    expect(PREVIEW_POLICY).toContain(`'sha256-${createHash('sha256').update(style!).digest('base64')}'`);
    expect(PREVIEW_POLICY).toContain("default-src 'none'");
    expect(PREVIEW_POLICY).toContain("connect-src 'self'");
    expect(PREVIEW_POLICY).toContain("frame-ancestors 'self'");
    expect(PREVIEW_POLICY).not.toMatch(/unsafe|https?:|data:|\*/);
    expect(widgetPreview('acme', {})).not.toMatch(/ style=| on\w+=|https?:/);
  });
});
