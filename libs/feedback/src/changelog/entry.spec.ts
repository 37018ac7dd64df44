import { parse, type DomainError } from '@libs/kernel';
import { idAt } from '../../testing';
import {
  ENTRY_ITEMS_MAX,
  entryChangeRule,
  entryNotFound,
  newEntryRule as ruleAt,
  tooManyEntries,
} from './entry';

const newEntryRule = ruleAt(new Date('2026-03-04T10:00:00.000Z'));

const failure = (rule: typeof newEntryRule | typeof entryChangeRule, input: unknown) => {
  try {
    parse<object>(rule, input);
    return null;
  } catch (error) {
    return (error as DomainError).facts.issues!.map(({ code, param }) => [code, param]);
  }
};
const ID = idAt('2026-03-04T10:00:00.000Z');
const many = (length: number) => Array.from({ length }, () => idAt('2026-03-04T10:00:00.000Z'));

/** changelog.md 1 */
describe('the rules of an entry', () => {
  it('trim the title, keep the text, and convert IDs to lowercase', () => {
    const text = ' two\r\nlines\t';
    expect(parse(newEntryRule, { title: ' Dark theme ', text, items: [ID.toUpperCase()] })).toEqual({
      title: 'Dark theme',
      text,
      items: [ID],
    });
    const longest = { title: '😀'.repeat(200), text: '😀'.repeat(20_000), items: many(ENTRY_ITEMS_MAX) };
    expect(parse(newEntryRule, longest)).toEqual(longest);
    expect(parse(entryChangeRule, { text: '', items: [] })).toEqual({ text: '', items: [] });
  });

  it.each<[object, readonly (readonly [string, string])[]]>([
    [{}, [['missing_required_field', 'title']]],
    [{ title: ' ' }, [['empty_value', 'title']]],
    [{ title: 'a\nb' }, [['invalid_characters', 'title']]],
    [{ title: 'T', text: null }, [['null_not_allowed', 'text']]],
    [{ title: 'T', text: 'a\0' }, [['invalid_characters', 'text']]],
    [{ title: 'T', text: 'x'.repeat(20_001) }, [['too_long', 'text']]],
    [{ title: 'T', items: ID }, [['invalid_type', 'items']]],
    [{ title: 'T', items: [5] }, [['invalid_type', 'items[0]']]],
    [{ title: 'T', items: [ID, ID.toUpperCase()] }, [['invalid_value', 'items[1]']]],
    [{ title: 'T', items: many(ENTRY_ITEMS_MAX + 1) }, [['too_long', 'items']]],
    [{ title: 'T', status: 'published' }, [['read_only_field', 'status']]],
    [{ title: 'T', published_at: '2026-03-06T10:00:00.000Z' }, [['invalid_value', 'published_at']]],
    [{ title: 'T', set_shipped: true }, [['unknown_field', 'set_shipped']]],
  ])('reject the new entry %j', (input, issues) => {
    expect(failure(newEntryRule, input)).toEqual(issues);
  });

  /** changelog.md 3 */
  it.each<[object, readonly (readonly [string, string])[]]>([
    [{ title: null }, [['null_not_allowed', 'title']]],
    [{ status: 'deleted' }, [['invalid_value', 'status']]],
    [{ set_shipped: true }, [['invalid_value', 'set_shipped']]],
    [{ status: 'draft', set_shipped: true }, [['invalid_value', 'set_shipped']]],
    [{ published_at: '2026-03-03T10:00:00.000Z' }, [['read_only_field', 'published_at']]],
  ])('reject the change %j', (input, issues) => {
    expect(failure(entryChangeRule, input)).toEqual(issues);
  });

  it('have messages for their limits', () => {
    expect([entryNotFound(), tooManyEntries()].map(({ kind, message }) => [kind, message])).toEqual([
      ['not_found', 'Changelog entry not found'],
      ['conflict', 'An account can have at most 10000 changelog entries'],
    ]);
  });
});
