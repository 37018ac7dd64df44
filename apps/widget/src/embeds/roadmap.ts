import { create, embed } from './embed';
import { ROADMAP_CSS } from './roadmap.style';

/** The members of `/f/<slug>/roadmap.json` that the roadmap shows (public.md 6). */
interface RoadmapData {
  readonly data: readonly Column[];
  readonly title: string;
  readonly empty: string;
  readonly language: string;
  readonly direction: string;
}
interface Column {
  readonly status: string;
  readonly label: string;
  readonly note: string | null;
  readonly cards: readonly Card[];
}
interface Card {
  readonly url: string;
  readonly title: string;
  readonly facts: readonly string[];
}

void embed<RoadmapData>('roadmap', ROADMAP_CSS, ({ data, empty, language }, query) =>
  data.map(({ status, label, note, cards }) =>
    create(
      'div',
      { className: status },
      create(
        'h2',
        {},
        label,
        create('small', {}, cards.length.toLocaleString(language)),
        create('small', {}, note || ''),
      ),
      cards.length
        ? create(
            'ul',
            // Safari forgets that a list without markers is one.
            { role: 'list' },
            ...cards.map(({ url, title, facts }) =>
              create(
                'li',
                {},
                create(
                  'a',
                  { href: url + query },
                  create('b', { dir: 'auto' }, title),
                  create('small', {}, facts.join(' · ')),
                ),
              ),
            ),
          )
        : create('p', {}, empty),
    ),
  ),
);
