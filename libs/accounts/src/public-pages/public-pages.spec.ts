import { parse, type DomainError } from '@libs/kernel';
import { changedPublicPages, NEW_PUBLIC_PAGES, publicPagesChangeRule, publicPagesJson } from './public-pages';

const changed = (change: object, current = NEW_PUBLIC_PAGES) =>
  changedPublicPages(current, parse(publicPagesChangeRule, change));
const issuesOf = (change: object) => {
  try {
    return changed(change);
  } catch (error) {
    return (error as DomainError).facts.issues!.map(({ param, code }) => [param, code]);
  }
};

/** public.md 2 */
describe('settings of public pages', () => {
  it('are off for a new account', () => {
    expect(publicPagesJson(NEW_PUBLIC_PAGES)).toEqual({
      roadmap: false,
      changelog: false,
      statuses: ['planned', 'building', 'shipped'],
      counts: 'confirmed',
      votes: false,
      search_engines: false,
      introduction: null,
    });
  });

  it('keep absent fields, and sort statuses', () => {
    expect(changed({})).toEqual(NEW_PUBLIC_PAGES);
    const all = {
      roadmap: true,
      changelog: true,
      counts: 'all',
      votes: true,
      introduction: 'What we do.\nAnd why.',
    } as const;
    const next = changed({ ...all, search_engines: true, statuses: ['shipped', 'new', 'shipped'] });
    expect(next).toEqual({ ...all, searchEngines: true, statuses: ['new', 'shipped'] });
    expect(changed({ roadmap: false, introduction: null }, next)).toEqual({
      ...next,
      roadmap: false,
      introduction: null,
    });
    expect(changed({ introduction: '😀'.repeat(1000) }).introduction).toHaveLength(2000);
  });

  it.each<[object, readonly (readonly [string, string])[]]>([
    [{ roadmap: null }, [['roadmap', 'null_not_allowed']]],
    [{ changelog: 'on' }, [['changelog', 'invalid_type']]],
    [{ search_engines: 'yes' }, [['search_engines', 'invalid_type']]],
    [{ statuses: [] }, [['statuses', 'empty_value']]],
    [{ statuses: ['declined'] }, [['statuses[0]', 'invalid_value']]],
    [{ statuses: 'planned' }, [['statuses', 'invalid_type']]],
    [{ statuses: null }, [['statuses', 'null_not_allowed']]],
    [{ counts: 'some' }, [['counts', 'invalid_value']]],
    [{ introduction: '😀'.repeat(1001) }, [['introduction', 'too_long']]],
    [{ votes: 1 }, [['votes', 'invalid_type']]],
    [{ vote: true }, [['vote', 'unknown_field']]],
  ])('reject %j', (change, issues) => {
    expect(issuesOf(change)).toEqual(issues);
  });
});
