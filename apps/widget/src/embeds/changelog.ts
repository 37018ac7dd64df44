import { CHANGELOG_CSS } from './changelog.style';
import { create, embed } from './embed';

/** The members of `/f/<slug>/changelog.json` that the changelog shows (public.md 8). */
interface ChangelogData {
  /** The newest one first. */
  readonly data: readonly Entry[];
  readonly name: string;
  readonly title?: string;
  readonly url: string;
  readonly language: string;
  readonly direction: string;
}
interface Entry {
  readonly url: string;
  readonly title: string;
  readonly published_at: string;
}

/** The storage of the page; null if the visitor allows none. */
const storage = (): Storage | null => {
  try {
    return localStorage;
  } catch {
    return null;
  }
};

void embed<ChangelogData>('changelog', CHANGELOG_CSS, ({ data, title, name, url, language }, query) => {
  /** Until when the visitor has read entries. */
  const read = storage()?.getItem(url) || '';
  const isNew = (entry: Entry) => entry.published_at > read;
  const count = data.filter(isNew).length;
  const mark = create('mark', { hidden: !count }, count.toLocaleString(language));
  const ontoggle = () => {
    mark.hidden = true;
    if (data[0]) storage()?.setItem(url, data[0].published_at);
  };
  return [
    create(
      'details',
      { ontoggle },
      create('summary', {}, create('bdi', {}, title || name), mark),
      create(
        'ul',
        // Safari forgets that a list without markers is one.
        { role: 'list' },
        ...data.map((entry) =>
          create(
            'li',
            {},
            create(
              'a',
              { href: entry.url + query, className: isNew(entry) ? 'new' : '' },
              create('b', { dir: 'auto' }, entry.title),
              create(
                'time',
                { dateTime: entry.published_at },
                new Date(entry.published_at).toLocaleDateString(language, {
                  dateStyle: 'long',
                  timeZone: 'UTC',
                }),
              ),
            ),
          ),
        ),
      ),
    ),
  ];
});
