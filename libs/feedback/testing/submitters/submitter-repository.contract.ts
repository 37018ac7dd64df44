import { SYSTEM } from '@libs/kernel';
import type {
  ChangelogEntry,
  ChangelogRepository,
  Feedback,
  FeedbackRepository,
  ItemLink,
  NewRequest,
  QuarantineRepository,
  RecordedChange,
  RequestRepository,
  SubmitterRepository,
} from '../../src';
import { anEntry } from '../changelog/changelog-repository.contract';
import { aContext, aFeedback, anAccountId, aQuarantined, idAt, mergeItem } from '../items/feedback-builders';

/** A submitter repository, and the repositories of the data that it searches. */
export interface SubmitterHarness {
  readonly submitters: SubmitterRepository;
  readonly items: FeedbackRepository;
  readonly requests: RequestRepository;
  readonly entries: QuarantineRepository;
  readonly changelog: ChangelogRepository;
  /** Changes that were recorded for an account, in their order. */
  changesOf(accountId: string): Promise<readonly RecordedChange[]>;
}

const EMAIL = "Ada.O'Neil+a_b%{c}|d@mail.example.com";
const LATER = '2026-03-03T12:00:00.000Z';
const WITH_ADDRESS = [
  EMAIL,
  EMAIL.toUpperCase(),
  `From ${EMAIL}.`,
  `(${EMAIL})`,
  `<mailto:${EMAIL}>, thanks`,
  `${EMAIL}\n${EMAIL}`,
  `“${EMAIL}”`,
  `_${EMAIL}_`,
  `- one\n-${EMAIL}- two`,
  `...${EMAIL}...`,
  `メールは${EMAIL}です`,
  `이메일${EMAIL}로`,
  `Thanks...${EMAIL}`,
  `${EMAIL}- thanks`,
];
const WITHOUT_ADDRESS = [
  `x${EMAIL}`,
  `x.${EMAIL}`,
  `x-${EMAIL}`,
  `x._%+-${EMAIL}`,
  `${EMAIL}.au`,
  `${EMAIL}x`,
  `${EMAIL}-x`,
  `${EMAIL}--x`,
  `ü${EMAIL}`,
  EMAIL.replace('mail.example', 'mailXexample'),
  EMAIL.replace('a_b', 'aXb'),
  EMAIL.replace('%', 'X'),
];

/** Contract tests of `SubmitterRepository` (dashboard.md 14). Every adapter runs all of them. */
export function submitterRepositoryContract(name: string, make: () => Promise<SubmitterHarness>): void {
  describe(`SubmitterRepository, ${name}`, () => {
    let harness: SubmitterHarness;
    let accountId: string;

    beforeAll(async () => {
      harness = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const add = async (fields: Partial<Feedback>) => {
      const item = aFeedback({ accountId, ...fields });
      await harness.items.add(item, SYSTEM);
      return item;
    };
    const quarantine = async (fields: Partial<Feedback>) => {
      const { title, description, submitter_email } = aFeedback(fields);
      const entry = aQuarantined({ accountId, title, description, submitter_email });
      await harness.entries.add(entry);
      return entry;
    };
    const quarantined = async () => {
      const found = [];
      for await (const page of harness.submitters.quarantined(accountId, EMAIL)) found.push(...page);
      return found;
    };
    const find = (of = accountId) => harness.submitters.findItems(of, EMAIL.toLowerCase());
    const sorted = (items: readonly Feedback[]) => items.map(({ id }) => id).sort();
    const erase = (ids: readonly string[], deletes = false) =>
      harness.submitters.eraseItems(accountId, EMAIL, ids, { deletes, at: LATER, by: SYSTEM });

    it('finds items by submitter, title, and description, in any case, and only of the account', async () => {
      const found = [
        await add({ submitter_email: EMAIL }),
        await add({ submitter_email: EMAIL.toUpperCase() }),
      ];
      for (const text of WITH_ADDRESS) found.push(await add({ description: text }));
      found.push(await add({ title: `From ${EMAIL}`, submitter_email: 'grace@example.com' }));
      await add({ accountId: anAccountId(), submitter_email: EMAIL });
      expect(await find()).toEqual(sorted(found));
      const listed = await harness.submitters.listItems(accountId, sorted(found));
      expect(sorted(listed)).toEqual(sorted(found));
      expect(await find(anAccountId())).toEqual([]);
    });

    it('finds no other email address', async () => {
      for (const text of WITHOUT_ADDRESS)
        await add({ title: text, description: text, submitter_email: text });
      for (const text of WITHOUT_ADDRESS) await quarantine({ title: text, submitter_email: text });
      expect(await find()).toEqual([]);
      expect(await quarantined()).toEqual([]);
    });

    it('erases the email address from items, and changes nothing else', async () => {
      const other = await add({ title: 'Other', submitter_email: 'grace@example.com' });
      const item = await add({ title: 'Mine', submitter_email: EMAIL, status: 'planned' });
      const mentioned = await add({
        title: `From ${EMAIL}`,
        description: `${EMAIL}\nx${EMAIL}\n..${EMAIL}_`,
        submitter_email: 'grace@example.com',
      });
      expect(await erase(await find())).toBe(2);
      const changed = { updated_at: LATER, version: 2 };
      expect(await harness.items.find(accountId, item.id)).toEqual({
        ...item,
        ...changed,
        submitter_email: null,
      });
      expect(await harness.items.find(accountId, mentioned.id)).toEqual({
        ...mentioned,
        ...changed,
        title: 'From [erased]',
        description: `[erased]\nx${EMAIL}\n..[erased]_`,
      });
      expect(await harness.items.find(accountId, other.id)).toEqual(other);
      expect(await find()).toEqual([]);
      expect(await erase([item.id, mentioned.id])).toBe(0);
    });

    it('removes links with the email address in the URL or title', async () => {
      const links: readonly ItemLink[] = [
        { url: 'https://a.example', kind: 'ticket', title: 'First' },
        { url: `https://crm.example/?person=${EMAIL}`, kind: 'other', title: null },
        { url: `https://b.example/?person=x${EMAIL}`, kind: 'call', title: `x${EMAIL}` },
        { url: 'https://c.example', kind: 'call', title: `Call with ${EMAIL.toUpperCase()}` },
      ];
      const item = await add({ links });
      const all = await add({ links: links.slice(1, 2) });
      await add({ links: links.slice(2, 3) });
      expect(await find()).toEqual(sorted([item, all]));
      expect(await erase(await find())).toBe(2);
      const left = [links[0], links[2]];
      expect(await harness.items.find(accountId, item.id)).toMatchObject({ links: left, version: 2 });
      expect(await harness.items.find(accountId, all.id)).toMatchObject({ links: [], version: 2 });
      expect(await find()).toEqual([]);
    });

    /** items.md 14 */
    it('removes contexts of its items, and others that contain it', async () => {
      const context = aContext();
      const own = await add({ submitter_email: EMAIL, context });
      const mentioned = await add({ context: { ...context, data: { user: EMAIL.toUpperCase() } } });
      const other = await add({ context: { ...context, data: { user: `x${EMAIL}` } } });
      expect(await find()).toEqual(sorted([own, mentioned]));
      expect(await erase(await find())).toBe(2);
      for (const { id } of [own, mentioned])
        expect(await harness.items.find(accountId, id)).toMatchObject({ context: null, version: 2 });
      expect(await harness.items.find(accountId, other.id)).toEqual(other);
    });

    /** public.md 1 */
    it('replaces the email address in public cards', async () => {
      const card = { url: 'https://a.example/f/a/items/1', published_at: '2026-03-03T10:00:00.000Z' };
      const other = { ...card, text: `x${EMAIL}`, title: 'Other' };
      const item = await add({ public: { ...card, text: `By\n${EMAIL.toUpperCase()}\n!`, title: 'Card' } });
      const titled = await add({ public: { ...card, text: null, title: `Of ${EMAIL}` } });
      await add({ public: other });
      expect(await find()).toEqual(sorted([item, titled]));
      expect(await erase(await find())).toBe(2);
      const cardOf = async ({ id }: Feedback) => (await harness.items.find(accountId, id))!.public;
      expect(await cardOf(item)).toEqual({ ...card, text: 'By\n[erased]\n!', title: 'Card' });
      expect(await cardOf(titled)).toEqual({ ...card, text: null, title: 'Of [erased]' });
      expect(await find()).toEqual([]);
    });

    it('counts the people of a group again, and records that', async () => {
      const target = await add({ submitter_email: 'grace@example.com' });
      const merged = [await add({ submitter_email: EMAIL }), await add({ submitter_email: EMAIL })];
      const requests = async () => (await harness.items.find(accountId, target.id))!.request_count;
      for (const { id } of merged) await mergeItem(harness.items, accountId, id, target.id);
      expect(await requests()).toBe(2);
      const before = await harness.changesOf(accountId);
      expect(await erase(await find())).toBe(2);
      expect(await requests()).toBe(3);
      const changes = (await harness.changesOf(accountId)).slice(before.length);
      const changed = changes.map((one) => 'item' in one && one.item.id).sort();
      expect(changed).toEqual([target, ...merged].map(({ id }) => id).sort());
      expect(JSON.stringify(changes).toLowerCase()).not.toContain(JSON.stringify(EMAIL).toLowerCase());
    });

    /** requests.md 6 */
    describe.each([false, true])('requests, deleting: %s', (deletes) => {
      const erasure = { deletes, at: LATER, by: SYSTEM };
      const ask = async (itemId: string, ...inputs: readonly NewRequest[]) => {
        const now = new Date(LATER);
        const addition = { inputs, source: 'api', by: SYSTEM, now, newId: () => idAt(LATER) } as const;
        return (await harness.requests.add(accountId, itemId, addition))!.map(({ request }) => request);
      };
      const details = { name: 'Ada', company: 'Acme', value: 2, quote: 'Please', link: 'https://a.example' };

      it('lose the address, and what belongs to it, or are deleted', async () => {
        const item = await add({});
        const [own, other] = await ask(
          item.id,
          { email: EMAIL.toUpperCase(), ...details },
          {
            email: 'grace@example.com',
            name: `For ${EMAIL}`,
            company: EMAIL,
            quote: `Ask ${EMAIL}, or x${EMAIL}`,
            link: `https://a.example/?q=${EMAIL}`,
          },
        );
        await ask(item.id, { email: `x${EMAIL}` });
        const found = [];
        for await (const page of harness.submitters.requests(accountId, EMAIL)) found.push(...page);
        expect(found.map(({ id }) => id).sort()).toEqual([own!.id, other!.id].sort());
        expect(await harness.submitters.eraseRequests(accountId, EMAIL, erasure)).toBe(2);
        const left = { email: null, name: null, quote: null, link: null };
        expect(await harness.requests.find(accountId, item.id, own!.id)).toEqual(
          deletes ? null : { ...own, ...left },
        );
        expect(await harness.requests.find(accountId, item.id, other!.id)).toEqual({
          ...other,
          name: 'For [erased]',
          company: '[erased]',
          quote: `Ask [erased], or x${EMAIL}`,
          link: null,
        });
        expect((await harness.items.find(accountId, item.id))!.request_count).toBe(deletes ? 3 : 4);
        expect(await harness.submitters.eraseRequests(accountId, EMAIL, erasure)).toBe(0);
      });

      it('forget the details of a submission with the address', async () => {
        const item = await add({ submitter_email: EMAIL });
        await ask(item.id, { email: EMAIL, ...details });
        await erase(await find(), deletes);
        const left = { email: null, name: null, quote: null, link: null, company: 'Acme', value: 2 };
        const stored = await harness.requests.find(accountId, item.id, item.id);
        if (deletes) expect(stored).toBeNull();
        else expect(stored).toMatchObject(left);
      });
    });

    it('keeps a title that gets longer within its limit', async () => {
      const email = 'a@b.co';
      const item = await add({ title: `${email} `.repeat(28) + 'end' });
      const ids = await harness.submitters.findItems(accountId, email);
      await harness.submitters.eraseItems(accountId, email, ids, { deletes: false, at: LATER, by: SYSTEM });
      const title = (await harness.items.find(accountId, item.id))!.title;
      expect([title.length, title.replaceAll('[erased] ', '')]).toEqual([200, '[e']);
    });

    it('deletes the items of the submitter on request', async () => {
      const item = await add({ submitter_email: EMAIL });
      const mentioned = await add({ title: EMAIL });
      expect(await erase(await find(), true)).toBe(2);
      expect(await harness.items.find(accountId, item.id)).toBeNull();
      expect((await harness.items.find(accountId, mentioned.id))?.title).toBe('[erased]');
    });

    it('records changes without the email address', async () => {
      const item = await add({ title: 'Mine', submitter_email: EMAIL });
      const created = await harness.changesOf(accountId);
      await erase([item.id]);
      const [change, ...more] = (await harness.changesOf(accountId)).slice(created.length);
      expect(more).toEqual([]);
      const erased = { ...item, submitter_email: null, version: 2, updated_at: LATER };
      expect(change).toMatchObject({ kind: 'updated', actor: SYSTEM, item: erased, previous: erased });
    });

    it('deletes quarantined submissions with the email address', async () => {
      const found = [
        await quarantine({ submitter_email: EMAIL.toUpperCase() }),
        await quarantine({ title: `From ${EMAIL}` }),
        await quarantine({ description: EMAIL }),
      ];
      const other = await quarantine({ submitter_email: 'grace@example.com' });
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      expect((await quarantined()).sort(byId)).toEqual(found.sort(byId));
      const counts = { quarantined: 3, notes: 0, changelog: 0, events: 0, history: 0, responses: 0 };
      expect(await harness.submitters.eraseRest(accountId, EMAIL)).toMatchObject(counts);
      expect(await harness.entries.list(accountId, { limit: 10 })).toEqual([other]);
    });

    /** changelog.md 8 */
    it('finds entries of the changelog, and replaces the email address in them', async () => {
      const addEntry = async (fields: object) => {
        const entry = anEntry({ accountId, ...fields });
        await harness.changelog.add(entry);
        return entry;
      };
      const titled = await addEntry({ title: `By ${EMAIL}` });
      const published = { status: 'published', published_at: LATER };
      const mentioned = await addEntry({ text: `**${EMAIL.toUpperCase()}** and x${EMAIL}`, ...published });
      const other = await addEntry({ text: `x${EMAIL}` });
      await addEntry({ accountId: anAccountId(), title: EMAIL });
      const found = async () => {
        const pages = [];
        for await (const page of harness.submitters.changelog(accountId, EMAIL)) pages.push(...page);
        return pages;
      };
      const shown = ({ id, title, text, published_at, created_at }: ChangelogEntry) => ({
        id,
        title,
        text,
        published_at,
        created_at,
      });
      const inOrder = [titled, mentioned].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(await found()).toEqual(inOrder.map(shown));
      expect(await harness.submitters.eraseRest(accountId, EMAIL)).toMatchObject({ changelog: 2 });
      expect(await harness.changelog.find(accountId, titled.id)).toEqual({ ...titled, title: 'By [erased]' });
      const text = `**[erased]** and x${EMAIL}`;
      expect(await harness.changelog.find(accountId, mentioned.id)).toEqual({ ...mentioned, text });
      expect(await harness.changelog.find(accountId, other.id)).toEqual(other);
      expect(await found()).toEqual([]);
      expect(await harness.submitters.eraseRest(accountId, EMAIL)).toMatchObject({ changelog: 0 });
    });
  });
}
