import type { Item } from '@libs/contract';
import type { CardTexts } from '@libs/feedback';
import { CardConflict, writeCard } from './write-card';

const TEXTS = { title: 'Dark mode', text: null };

/** A service with one item that checks versions as the real one does. */
class FakeRequests {
  stored = { id: 'a', version: 1, public: null } as Item;
  readonly sent: (CardTexts | null)[] = [];
  /** A change by someone else, just before the next request arrives. */
  beforeSend: () => void = () => {};

  isStale = (error: unknown) => (error as Error).message === 'stale';
  read = async () => this.stored;
  send = async ({ version }: Item, texts: CardTexts | null) => {
    this.sent.push(texts);
    this.beforeSend();
    this.beforeSend = () => {};
    if (version !== this.stored.version) throw new Error('stale');
    return this.change(
      texts && { title: texts.title, text: texts.text ?? null, url: '', published_at: 'now' },
    );
  };

  change(card = this.stored.public) {
    return (this.stored = { ...this.stored, version: this.stored.version + 1, public: card });
  }
}

/** public.md 3 */
describe('writeCard', () => {
  let service: FakeRequests;
  beforeEach(() => void (service = new FakeRequests()));
  const write = (texts: CardTexts | null = TEXTS, item = service.stored) => writeCard(service, item, texts);

  it('sends the texts once, and null to end the card', async () => {
    expect((await write()).public).toMatchObject(TEXTS);
    expect((await write(null)).public).toBeNull();
    expect(service.sent).toEqual([TEXTS, null]);
  });

  it('sends them again if others have changed the item, but not its card', async () => {
    service.beforeSend = () => service.change();
    expect(await write()).toMatchObject({ version: 3, public: TEXTS });
    expect(service.sent).toHaveLength(2);
  });

  it('saves nothing if others have changed the card', async () => {
    const card = { title: 'Night mode', text: null, url: '', published_at: 'then' };
    service.beforeSend = () => service.change(card);
    const conflict = await write().catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(CardConflict);
    expect((conflict as CardConflict).current).toMatchObject({ version: 2, public: card });
    expect(service.stored.public).toBe(card);
  });

  it('is done if an earlier request was stored', async () => {
    const item = service.stored;
    const stored = await write();
    expect(await write(TEXTS, item)).toBe(stored);
  });

  it('reports other errors, and one that does not end', async () => {
    service.beforeSend = () => {
      throw new Error('unreachable');
    };
    await expect(write()).rejects.toThrow('unreachable');
    service.isStale = () => true;
    service.send = () => Promise.reject(new Error('always stale'));
    await expect(write()).rejects.toThrow('always stale');
  });
});
