import type { createElement as create, ReactNode, useState as use } from 'react';
import type { hydrateRoot as hydrate } from 'react-dom/client';
import { clicked, renderedPage, start, type Page } from './page';

/** What both versions of React have. */
interface React {
  readonly createElement: typeof create;
  readonly useState: typeof use;
  readonly hydrateRoot: typeof hydrate;
}

/** Hydrates the whole document, as frameworks do that render it on the server. */
export async function hydrateDocument({ createElement, useState, hydrateRoot }: React): Promise<void> {
  function Clicks(): ReactNode {
    const [count, setCount] = useState(0);
    return createElement('button', { onClick: () => setCount(count + 1) }, clicked(count));
  }
  function Document({ scripts, title }: Page): ReactNode {
    return createElement(
      'html',
      { lang: 'en', suppressHydrationWarning: true },
      createElement(
        'head',
        null,
        createElement('meta', { charSet: 'utf-8' }),
        createElement('title', null, title),
        ...scripts.map((attributes) => createElement('script', attributes)),
      ),
      createElement(
        'body',
        null,
        createElement(
          'div',
          { id: 'app' },
          createElement(
            'main',
            null,
            createElement('h1', null, title),
            createElement(Clicks),
            createElement('div', { id: 'roadmap' }),
          ),
        ),
      ),
    );
  }
  const page = renderedPage();
  await start();
  const recovered: unknown[] = [];
  Object.assign(window, { recovered });
  hydrateRoot(document, createElement(Document, page), {
    onRecoverableError: (error) => recovered.push(error),
  });
}
