const page = document;

/** What the data of all embeds has besides `data`. */
interface EmbedData {
  readonly data: readonly unknown[];
  readonly title: string;
  readonly language: string;
  readonly direction: string;
}

/** Creates an element. Parses no markup, so pages can require trusted types. */
export const create = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: object,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const element = Object.assign(page.createElement(tag), properties);
  element.append(...children);
  return element;
};

/**
 * Shows the data of `/f/<slug>/<name>.json` in the element that the script names, or after the script (public.md 8).
 * Until then, and without the data, the page shows the content of the element.
 * @param render creates the content. `query` keeps the language of links
 */
export async function embed<Data extends EmbedData>(
  name: string,
  css: string,
  render: (data: Data, query: string) => readonly Node[],
): Promise<void> {
  // A module has no `currentScript`.
  const script = (page.currentScript || page.querySelector(`[src*="/${name}.js"]`)) as HTMLScriptElement;
  const { slug, target, lang, theme = 'light dark' } = script.dataset;
  const query = lang ? '?lang=' + encodeURIComponent(lang) : '';
  try {
    const response = await fetch(new URL(`f/${slug}/${name}.json${query}`, script.src));
    const data = await response.json();
    if (!data.data) throw data.error || Error('No data');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${css}section{color-scheme:${theme}}`);
    const content = create(
      'section',
      { ariaLabel: data.title, lang: data.language, dir: data.direction },
      ...render(data, query),
    );
    const place = (host: Element | null) => {
      if (!host) return;
      const root = host.shadowRoot || host.attachShadow({ mode: 'open' });
      if (root.firstChild) return;
      root.adoptedStyleSheets = [sheet];
      root.append(content);
    };
    if (!target) {
      const host = create('div', {});
      script.after(host);
      return place(host);
    }
    const placeInTarget = () => place(page.querySelector(target));
    placeInTarget();
    // Frameworks render the element later, or again.
    new MutationObserver(placeInTarget).observe(page, { childList: true, subtree: true });
  } catch (error) {
    // eslint-disable-next-line no-console -- The reader is who builds the page.
    console.warn(script.src, (error as Error).message);
  }
}
