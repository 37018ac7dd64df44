import { randomBytes } from 'node:crypto';
import { STATUSES } from '@libs/feedback';
import fc from 'fast-check';
import type { Client } from './client';
import { Dashboard } from './dashboard';
import type { Service } from './service';

type Member = Awaited<ReturnType<typeof Dashboard.forNewAccount>>;

const STEPS = [
  ...['create', 'create', 'edit', 'publish', 'publish', 'publish', 'end', 'merge', 'unmerge', 'move'],
  ...['delete', 'erase', 'note', 'request', 'submit', 'settings'],
] as const;
type Step = readonly [kind: (typeof STEPS)[number], item: number, other: number];
const aStep: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom(...STEPS), fc.nat(9), fc.nat(9));

/** A word that is in no response to a visitor, and one that is published. */
const secret = () => `zq${randomBytes(6).toString('hex')}`;
const published = () => `zp${randomBytes(6).toString('hex')}`;
const SECRET = /zq[0-9a-f]{12}/i;

interface Context {
  readonly service: Service;
  readonly client: Client;
}

/** Property test of what the public sees (public.md 4), with `numRuns` random histories of an account. */
export function publicPrivacy({ service, client }: Context, numRuns: number, maxLength: number): void {
  it('no public response contains anything that was not published', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: maxLength / 2, maxLength }), async (steps) => {
        const account = await Visited.open(service, client);
        for (const [i, step] of steps.entries()) {
          await account.take(step);
          if (i % 10 === 9) await account.assertPrivate();
        }
        await account.assertPrivate();
        await account.untilEnded();
      }),
      { numRuns, endOnFailure: true },
    );
  });
}

/** An account with items, all of whose private texts contain a secret. */
class Visited {
  private items: { id: string; email: string; card: string | null }[] = [];
  /** Also of deleted items. */
  private readonly ids: string[] = [];
  private readonly form: string;

  private constructor(
    private readonly client: Client,
    private readonly member: Member,
  ) {
    this.form = `/f/${member.account.slug}`;
  }

  static async open(service: Service, client: Client): Promise<Visited> {
    const member = await Dashboard.forNewAccount(service, client);
    expect((await member.patch('person', { name: secret() })).status).toBe(200);
    await member.patch('public-pages', {
      roadmap: true,
      search_engines: true,
      statuses: ['new', 'planned', 'building'],
    });
    return new Visited(client, member);
  }

  async take([kind, index, other]: Step): Promise<void> {
    const item = this.items[index % (this.items.length || 1)];
    if (kind === 'create') return this.create(other);
    if (kind === 'submit') return this.submit(other);
    if (kind === 'settings')
      return void (await this.member.patch('public-pages', { counts: other % 2 ? 'none' : 'confirmed' }));
    if (!item) return;
    const path = `feedback/${item.id}`;
    const target = this.items[other % this.items.length]!;
    switch (kind) {
      case 'edit':
        await this.member.patch(path, { title: secret(), description: secret(), ...this.privateFields() });
        return;
      case 'move':
        await this.member.patch(path, { status: STATUSES[other % STATUSES.length] });
        return;
      case 'publish': {
        const card = published();
        const text = other % 2 ? `About ${published()}: https://example.com/${published()}` : null;
        const { status } = await this.member.call('PUT', `${path}/public`, { body: { title: card, text } });
        if (status === 200) item.card = card;
        return;
      }
      case 'end':
        if ((await this.member.delete(`${path}/public`)).status === 200) item.card = null;
        return;
      case 'merge':
      case 'unmerge':
        await this.member.patch(path, { merged_into: kind === 'merge' ? target.id : null });
        return;
      case 'note':
        await this.member.post(`${path}/notes`, { text: secret() });
        return;
      case 'request':
        await this.member.post(`${path}/requests`, this.privateRequest());
        return;
      case 'delete':
        if ((await this.member.delete(path)).status === 204)
          this.items = this.items.filter((one) => one !== item);
        return;
      case 'erase':
        expect((await this.member.post('submitters/erase', { email: item.email })).status).toBe(200);
        return void (await this.forgetDeleted());
    }
  }

  private privateFields() {
    return { tags: [secret()], links: [{ url: `https://crm.example/${secret()}`, title: secret() }] };
  }

  private privateRequest() {
    const email = `${secret()}@example.com`;
    return {
      email,
      name: secret(),
      company: secret(),
      quote: secret(),
      link: `https://a.example/${secret()}`,
    };
  }

  private async create(n: number): Promise<void> {
    const email = `${secret()}@example.com`;
    const body = {
      ...{ title: secret(), description: secret(), submitter_email: email, external_id: secret() },
      ...{ status: STATUSES[n % STATUSES.length], ...this.privateFields() },
    };
    const { key } = this.member.account;
    const { status, json } = await this.client.call('POST', '/api/v1/feedback', { key, body });
    expect(status).toBe(201);
    this.items.push({ id: json.data.id, email, card: null });
    this.ids.push(json.data.id);
  }

  /** Every second submission is rejected and shown again: only then may a page have what the visitor typed. */
  private async submit(n: number): Promise<void> {
    const title = n % 2 ? 'x'.repeat(201) : secret();
    const body = new URLSearchParams({ title }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, text } = await this.client.call('POST', this.form, { body, headers });
    expect([303, 400]).toContain(status);
    expect(text).not.toMatch(SECRET);
  }

  private async forgetDeleted(): Promise<void> {
    for (const item of this.items)
      if ((await this.member.get(`feedback/${item.id}`)).status === 404)
        this.items = this.items.filter((one) => one !== item);
  }

  async assertPrivate(): Promise<void> {
    const pages = [
      '',
      '/thanks',
      '/token',
      '/widget?label=x',
      '/similar?title=zp',
      '/similar?title=zq',
      '/items/x',
    ];
    for (const path of [...pages, ...ROADMAPS, ...this.ids.map((id) => `/items/${id}`)]) {
      const { text, headers } = await this.client.call('GET', this.form + path);
      expect([path, SECRET.exec(text + JSON.stringify(headers))]).toEqual([path, null]);
    }
  }

  /** Waits until no roadmap shows a card that has ended: one stays as it was for a second (public.md 5). */
  async untilEnded(): Promise<void> {
    const cards = new Set(this.items.map(({ card }) => card));
    for (const path of ROADMAPS) {
      for (;;) {
        const { text } = await this.client.call('GET', this.form + path);
        const titles = [...text.matchAll(/(?:dir="auto">|"title":"(?:[^"]*: )?|<title>[^<:]*: )(zp\w+)/g)];
        if (titles.every(([, title]) => cards.has(title!))) break;
      }
    }
  }
}

const ROADMAPS = ['/roadmap', '/roadmap.json', '/roadmap.atom', '/feed.json', '/sitemap.xml'];
