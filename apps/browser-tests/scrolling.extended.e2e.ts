import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import { waitTwoFrames, type Visit } from './support/visit';

/** Pages that fill the window and scroll inside. An ID follows `item=`. */
const FULL_PAGES = ['/app/inbox', '/app/board', '/app/inbox?item=', '/app/board?item='];
/** Pages that scroll as a document. */
const DOCUMENTS = [
  '/app',
  '/app/insights',
  '/app/quarantine',
  '/app/form',
  '/app/developer',
  '/app/developer/webhooks',
  '/app/developer/events',
  '/app/import',
  '/app/settings',
  '/app/settings/account',
  '/app/settings/members',
  '/app/settings/tags',
  '/app/settings/notifications',
  '/app/settings/security-log',
];
const SIZES = [
  { width: 1366, height: 640 },
  { width: 1280, height: 720 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];

describeInBrowser('scrolling', () => {
  const fixture = useBrowser();

  /** Creates long content, and returns the ID of an item with duplicates and a history. */
  async function createLongContent(owner: Visit): Promise<string> {
    await owner.importItems(
      Array.from({ length: 60 }, (_, i) => `Item ${i} with a title that is long enough for two lines`),
    );
    const { data } = await owner.callApi<{ data: { id: string }[] }>('GET', 'feedback?limit=100');
    const [target, ...others] = data.map(({ id }) => id);
    for (const id of others.slice(0, 15))
      await owner.callApi('PATCH', `feedback/${id}`, { merged_into: target });
    for (let i = 0; i < 15; i++) {
      await owner.callApi('PATCH', `feedback/${target}`, { status: i % 2 === 0 ? 'planned' : 'new' });
      await owner.callApi('POST', `feedback/${target}/notes`, { text: `Note ${i}` });
    }
    return target!;
  }

  it('pages that fill the window never scroll as a document', async () => {
    const owner = await fixture.visit({ viewport: SIZES[0] });
    const { page } = owner;
    await owner.createAccount('Never scrolls');
    const id = await createLongContent(owner);
    const errors: string[] = [];
    for (const path of FULL_PAGES) {
      await page.setViewportSize(SIZES[0]!);
      await owner.goTo(path.endsWith('=') ? path + id : path);
      await page
        .getByText(/^Item \d/)
        .first()
        .waitFor();
      if (path.endsWith('=')) await page.getByRole('heading', { name: 'Activity' }).waitFor();
      await page.waitForLoadState('networkidle');
      errors.push(...(await errorsOf(owner, path, false)));
    }
    expect(errors).toEqual([]);
  });

  it('other pages end where their content ends, and fit the width of the window', async () => {
    const owner = await fixture.visit({ viewport: SIZES[0] });
    const { page } = owner;
    await owner.createAccount('Documents');
    await createLongContent(owner);
    for (let i = 0; i < 8; i++) await owner.callApi('POST', 'keys', { name: `Key ${i}`, permission: 'full' });
    const errors: string[] = [];
    for (const path of DOCUMENTS) {
      await page.setViewportSize(SIZES[0]!);
      await owner.goTo(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // The request that follows new events never ends.
      if (path === '/app/developer/events') await page.getByRole('list', { name: 'Events' }).waitFor();
      else await page.waitForLoadState('networkidle');
      errors.push(...(await errorsOf(owner, path, true)));
    }
    expect(errors).toEqual([]);
  });

  it('the inbox adds 6 rows at first', async () => {
    const owner = await fixture.visit();
    const { page } = owner;
    await owner.createAccount('Rows in steps');
    await owner.importItems(Array.from({ length: 90 }, (_, i) => `Item ${i}`));
    await owner.goTo('/app/inbox');
    await page.getByRole('row', { name: 'Item 89' }).waitFor();
    await page.evaluate(scrollToRow, 25);
    for (const name of ['Item 64', 'Item 46']) await page.getByRole('row', { name }).waitFor();
    const added = await page.evaluate(() => (window as unknown as { added: number[] }).added);
    expect(added[0]).toBe(6);
    expect(Math.max(...added)).toBe(6);
  });
});

/** Runs in the page, and records how many rows each change of the list adds. */
function scrollToRow(row: number): void {
  const list = document.querySelector('[role=grid]')!;
  const added: number[] = [];
  (window as unknown as { added: number[] }).added = added;
  new MutationObserver((changes) => {
    const rows = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (rows.length > 0) added.push(rows.length);
  }).observe(list.querySelector('[role=rowgroup]')!, { childList: true });
  list.scrollTop = row * 44;
}

/**
 * Checks a page at all sizes.
 * @param isDocument whether the page scrolls as a document: then it may be as long as its content
 */
async function errorsOf({ page }: Visit, path: string, isDocument: boolean): Promise<string[]> {
  const errors: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.evaluate(waitTwoFrames);
    const { x, y } = await page.evaluate(overflow, isDocument);
    const name = `${path} at ${size.width} × ${size.height}`;
    if (x > 0 || y > 0) errors.push(`${name}: ${x} px too wide, ${y} px too high`);
    const scrollers = await page.evaluate(unpositionedScrollers);
    errors.push(...scrollers.map((scroller) => `${name}: ${scroller} is not positioned`));
  }
  return errors;
}

/** Runs in the page. Returns the pixels by which the document is larger than the window, or than its content. */
function overflow(isDocument: boolean): { x: number; y: number } {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
  const { bottom } = document.getElementById('main')!.getBoundingClientRect();
  const end = isDocument ? Math.max(clientHeight, Math.ceil(bottom + scrollY)) : clientHeight;
  return { x: scrollWidth - clientWidth, y: scrollHeight - end };
}

/**
 * Runs in the page. Returns the classes of the elements that scroll their content, but contain no absolute elements:
 * these would not scroll with it, and extend the page.
 */
function unpositionedScrollers(): string[] {
  const found = [...document.querySelectorAll('#main *, nav, nav *')].filter((element) => {
    const { overflowX, overflowY, position, contain } = getComputedStyle(element);
    const isScroller = [overflowX, overflowY].some((value) => value === 'auto' || value === 'scroll');
    return isScroller && position === 'static' && contain === 'none' && !element.matches('textarea, input');
  });
  return found.map(({ tagName, className }) => `${tagName} ${className}`);
}
