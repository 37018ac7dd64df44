import fc from 'fast-check';
import {
  OPEN_FROM_OWN_BUTTON,
  previewQuery,
  WIDGET_DEFAULTS,
  contentSecurityPolicy,
  widgetSnippet,
  type WidgetOptions,
} from './widget-snippet';

const BASE = 'https://feedback.example.com';
const snippet = (change: Partial<WidgetOptions> = {}, slug = 'acme', base = BASE) =>
  widgetSnippet(base, slug, { ...WIDGET_DEFAULTS, ...change });

describe('widgetSnippet', () => {
  it('contains only the slug if all options are defaults', () => {
    const plain = `<script\n  src="${BASE}/widget.js"\n  data-slug="acme"\n  async\n></script>`;
    expect(snippet()).toBe(plain);
    expect(snippet({ label: ' Feedback ' })).toBe(plain);
    expect(snippet({ label: '' })).toBe(plain);
    expect(snippet({ color: '#3454D1' })).toBe(plain);
  });

  it('contains only the options that differ from the defaults', () => {
    expect(snippet({ label: 'Ideas?', position: 'top-left', color: '#0F766E' })).toBe(`<script
  src="${BASE}/widget.js"
  data-slug="acme"
  data-label="Ideas?"
  data-position="top-left"
  data-color="#0f766e"
  async
></script>`);
    expect(snippet({ position: 'none' })).toContain('  data-position="none"\n  async\n');
  });

  it('omits an incomplete color', () => {
    expect(snippet({ color: '#0f7' })).toBe(snippet());
  });

  it('keeps the path of a service that is not at the root', () => {
    expect(snippet({}, 'acme', `${BASE}/feedback`)).toContain(`src="${BASE}/feedback/widget.js"`);
  });

  it('is one script element with these attributes for any label', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (label) => {
        const code = snippet({ label });
        expect(code.replace(/"[^"]*"/g, '""')).toMatch(
          /^<script\s+src=""\s+data-slug=""(\s+data-label="")?\s+async\s*><\/script>$/,
        );
        const [, labelAttribute] = /data-label="([^"]*)"/.exec(code) ?? [];
        if (labelAttribute !== undefined) expect(labelAttribute).not.toMatch(/[<>"]|&(?!(amp|quot|lt|gt);)/);
      }),
    );
    expect(snippet({ label: `"'><b>&` })).toContain(`data-label="&quot;'&gt;&lt;b&gt;&amp;"`);
  });
});

describe('previewQuery', () => {
  it('contains the same options as the snippet', () => {
    expect(previewQuery(WIDGET_DEFAULTS)).toBe('');
    expect(previewQuery({ label: 'Q & A', position: 'none', color: '#0F766E' })).toBe(
      'label=Q+%26+A&position=none&color=%230f766e',
    );
  });
});

describe('further code for a website', () => {
  it('allows the service in two CSP directives', () => {
    expect(contentSecurityPolicy(`${BASE}/feedback`)).toBe(`script-src ${BASE}; connect-src ${BASE}`);
  });

  it('opens the widget from a button of the website', () => {
    const listeners: (() => void)[] = [];
    const opened: unknown[] = [];
    const page = {
      querySelector: () => ({ addEventListener: (_: string, f: () => void) => listeners.push(f) }),
    };
    const run = new Function('document', 'feedbackWidget', OPEN_FROM_OWN_BUTTON) as (
      ...callArguments: unknown[]
    ) => void;
    run(page, { open: (...args: unknown[]) => opened.push(args) });
    listeners.forEach((listener) => listener());
    expect(opened).toEqual([[]]);
  });
});
