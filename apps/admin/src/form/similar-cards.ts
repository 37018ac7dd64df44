import type { FormParts } from './form-parts';

interface SimilarCard {
  readonly title: string;
  readonly status: string;
  readonly url: string;
}

/** Cards are looked for when the visitor pauses after a word: four characters are a phrase in Chinese and Japanese. */
const PAUSE_MS = 500;
const LENGTH_MIN = 4;

/** Shows public cards that are similar to the title (public.md 7). */
export function showSimilarCards({ form, fields: { title } }: FormParts): void {
  const heading = form.dataset['similar'];
  if (heading === undefined) return;
  const box = document.createElement('div');
  box.className = 'similar';
  box.setAttribute('role', 'status');
  title.after(box);
  let timer: ReturnType<typeof setTimeout>;
  let asked = '';

  async function show(): Promise<void> {
    const value = title.value.trim();
    if (value === asked) return;
    asked = value;
    const cards = value.length < LENGTH_MIN ? [] : await similarTo(value).catch(() => []);
    // Meanwhile, the visitor may have written more.
    if (value === asked) box.replaceChildren(...(cards.length > 0 ? [heading!, listOf(cards)] : []));
  }

  async function similarTo(value: string): Promise<readonly SimilarCard[]> {
    const url = new URL(form.action);
    url.pathname += '/similar';
    url.searchParams.set('title', value);
    const response = await fetch(url);
    return response.ok ? ((await response.json()) as { data: SimilarCard[] }).data : [];
  }

  title.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), PAUSE_MS);
  });
}

function listOf(cards: readonly SimilarCard[]): HTMLElement {
  const list = document.createElement('ul');
  for (const { title, status, url } of cards) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    const note = document.createElement('span');
    link.href = url;
    link.target = '_blank';
    link.dir = 'auto';
    link.textContent = title;
    note.className = 'note';
    note.textContent = status;
    item.append(link, ' ', note);
    list.append(item);
  }
  return list;
}
