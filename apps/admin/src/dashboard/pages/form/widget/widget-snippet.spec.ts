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

describe('the snippet', () => {
  it('names the form alone as long as nothing differs from what the widget does by itself', () => {
    const plain = `<script\n  src="${BASE}/widget.js"\n  data-slug="acme"\n  async\n></script>`;
    expect(snippet()).toBe(plain);
    expect(snippet({ label: ' Feedback ' })).toBe(plain);
    expect(snippet({ label: '' })).toBe(plain);
    expect(snippet({ color: '#3454D1' })).toBe(plain);
  });

  it('names what differs, and only that', () => {
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

  it('leaves out a colour that is only half typed', () => {
    expect(snippet({ color: '#0f7' })).toBe(snippet());
  });

  it('keeps the path of a service that does not stand at the root', () => {
    expect(snippet({}, 'acme', `${BASE}/feedback`)).toContain(`src="${BASE}/feedback/widget.js"`);
  });

  it('is one script with these attributes to a browser, whatever the label is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (label) => {
        const code = snippet({ label });
        expect(code.replace(/"[^"]*"/g, '""')).toMatch(
          /^<script\s+src=""\s+data-slug=""(\s+data-label="")?\s+async\s*><\/script>$/,
        );
        const [, written] = /data-label="([^"]*)"/.exec(code) ?? [];
        if (written !== undefined) expect(written).not.toMatch(/[<>"]|&(?!(amp|quot|lt|gt);)/);
      }),
    );
    expect(snippet({ label: `"'><b>&` })).toContain(`data-label="&quot;'&gt;&lt;b&gt;&amp;"`);
  });
});

describe('the preview', () => {
  it('tries out what the snippet says', () => {
    expect(previewQuery(WIDGET_DEFAULTS)).toBe('');
    expect(previewQuery({ label: 'Q & A', position: 'none', color: '#0F766E' })).toBe(
      'label=Q+%26+A&position=none&color=%230f766e',
    );
  });
});

describe('what else a website needs', () => {
  it('two sources in its policy, both of them this host', () => {
    expect(contentSecurityPolicy(`${BASE}/feedback`)).toBe(`script-src ${BASE}; connect-src ${BASE}`);
  });

  it('a line for a button of its own', () => {
    const listeners: (() => void)[] = [];
    const opened: unknown[] = [];
    const page = {
      querySelector: () => ({ addEventListener: (_: string, f: () => void) => listeners.push(f) }),
    };
    const run = new Function('document', 'feedbackWidget', OPEN_FROM_OWN_BUTTON) as (
      ...callArguments: unknown[]
    ) => void;
    run(page, { open: (...given: unknown[]) => opened.push(given) });
    listeners.forEach((listener) => listener());
    expect(opened).toEqual([[]]);
  });
});
