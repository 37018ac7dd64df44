/** What the pages of all frameworks show; `framework-page.ts` has the same as HTML. */
export interface Page {
  /** The scripts of the head, as their attributes. */
  readonly scripts: readonly Readonly<Record<string, string | boolean>>[];
  readonly title: string;
}

/** The page that the server has rendered. */
export function renderedPage(): Page {
  const scripts = [...document.scripts].map((script) =>
    Object.fromEntries(
      script.getAttributeNames().map((name) => [name, script.getAttribute(name) || true] as const),
    ),
  );
  return { scripts, title: document.title };
}

export const clicked = (count: number): string => `Clicked: ${count}`;

/** Resolves when the page may start: at once, or with the event `start` if its element has `data-late`. */
export const start = (): Promise<unknown> =>
  document.documentElement.matches('[data-late]')
    ? new Promise((resolve) => addEventListener('start', resolve))
    : Promise.resolve();
