import { CHANGELOG_CSS } from './changelog.style';
import { create, embed } from './embed';

/** The members of `/f/<slug>/changelog.json` that the changelog shows (public.md 8). */
interface ChangelogData {
  /** The newest one first. */
  readonly data: readonly Entry[];
  readonly title: string;
  /** How many entries are not read, by plural form, with `{n}` for the number. `other` is always there. */
  readonly new: Readonly<Record<string, string>>;
  readonly url: string;
  readonly language: string;
  readonly direction: string;
}
interface Entry {
  readonly url: string;
  readonly title: string;
  readonly published_at: string;
}

/** Uses the storage of the page. The visitor can allow none, and it can be full. */
const stored = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
};

void embed<ChangelogData>('changelog', CHANGELOG_CSS, ({ data, title, new: texts, url, language }, query) => {
  /** Until when the visitor has read entries. */
  const read = stored((storage) => storage.getItem(url)) || '';
  const isNew = (entry: Entry) => entry.published_at > read;
  const count = data.filter(isNew).length;
  const text = texts[new Intl.PluralRules(language).select(count)] || texts['other']!;
  const mark = create('mark', { hidden: !count }, text.replace('{n}', count.toLocaleString(language)));
  const ontoggle = () => {
    mark.hidden = true;
    stored((storage) => data[0] && storage.setItem(url, data[0].published_at));
  };
  return [
    create(
      'details',
      { ontoggle },
      create('summary', {}, create('bdi', {}, title), mark),
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
