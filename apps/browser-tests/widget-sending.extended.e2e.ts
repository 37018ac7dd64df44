import type { Page, Route } from 'playwright-core';
import { describeInBrowser } from './support/chromium';
import { receivedItems, useHostSite, type WidgetVisit } from './support/host-page';
import { useBrowser } from './support/fixture';
import { waitTwoFrames, type Visit } from './support/visit';

const SUBMISSIONS = '**/f/*?source=widget*';
const TOKEN_URL = '**/f/*/token?*';

const SEND_SCRIPT = '**/send.js?*';

/** Runs in the page. Time limits end with an event instead of after their time. */
function replaceTimeouts(): void {
  AbortSignal.timeout = () => {
    const controller = new AbortController();
    addEventListener('time-out', () => controller.abort());
    return controller.signal;
  };
}

const quarantined = async (owner: Visit) =>
  (await owner.callApi<{ data: unknown[] }>('GET', 'quarantine')).data;

function widgetOpener(fixture: ReturnType<typeof useBrowser>) {
  const site = useHostSite(fixture);
  return async (name: string, before?: (page: Page) => Promise<unknown>) => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount(name);
    const widgetVisit = await site.visit({ 'data-slug': slug }, {}, {}, before);
    return { owner, ...parts(widgetVisit), visitor: widgetVisit };
  };
}

const parts = ({ page, button, dialog }: WidgetVisit) => ({
  page,
  dialog,
  open: () => button.click(),
  title: dialog.getByLabel('Title'),
  description: dialog.getByLabel('Details'),
  send: () => dialog.getByRole('button', { name: 'Send' }).click(),
  waitForStatus: (text: string) => dialog.getByRole('status').getByText(text).waitFor(),
});

describeInBrowser('a widget submission', () => {
  const fixture = useBrowser();
  const openWidget = widgetOpener(fixture);

  const failures: [string, (route: Route) => Promise<void>, string][] = [
    [
      'the connection is down',
      (route) => route.abort('internetdisconnected'),
      'Check your connection and try again.',
    ],
    [
      'a proxy returns an error',
      (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway' }),
      'Check your connection and try again.',
    ],
    [
      'the service is unavailable',
      (route) =>
        route.fulfill({
          status: 503,
          headers: { 'access-control-allow-origin': '*' },
          json: { error: { type: 'api_error', message: 'The service is temporarily unavailable' } },
        }),
      'The service is temporarily unavailable',
    ],
  ];
  it.each(failures)('keeps its text when %s, and succeeds on retry', async (name, fail, text) => {
    const { owner, page, open, title, description, send, waitForStatus } = await openWidget(
      `Failing ${name}`,
    );
    await open();
    await title.fill('Kept');
    await description.fill('All of it');
    await page.route(SUBMISSIONS, fail);
    await send();
    await waitForStatus(text);
    expect([await title.inputValue(), await description.inputValue()]).toEqual(['Kept', 'All of it']);
    await page.unroute(SUBMISSIONS);
    await page.route(TOKEN_URL, fail);
    await send();
    await waitForStatus(text);
    await page.unroute(TOKEN_URL);
    await send();
    await waitForStatus('Thanks for your feedback');
    expect(await receivedItems(owner)).toMatchObject([
      { title: 'Kept', description: 'All of it', source: 'widget' },
    ]);
  });

  it('keeps its text when the service rejects it, and shows the error', async () => {
    const { owner, open, title, send, waitForStatus } = await openWidget('Faulty');
    await open();
    await title.fill('x'.repeat(201));
    await send();
    await waitForStatus('Title: Use 200 characters or fewer.');
    await title.fill('y');
    await send();
    await waitForStatus('Thanks for your feedback');
    expect(await receivedItems(owner)).toMatchObject([{ title: 'y' }]);
  });

  it('shows its error in red, above the fields and in view on a small screen', async () => {
    const { page, dialog, open, title, send, waitForStatus } = await openWidget('Small');
    await page.setViewportSize({ width: 320, height: 256 });
    await open();
    const message = dialog.getByRole('status');
    const textColor = () => message.evaluate((element) => getComputedStyle(element).color);
    const heading = await textColor();
    await title.fill('x'.repeat(201));
    await send();
    await waitForStatus('Use 200 characters or fewer');
    expect(await textColor()).not.toBe(heading);
    expect((await message.boundingBox())!.y).toBeGreaterThan(0);
    await title.fill('Short');
    await send();
    await waitForStatus('Thanks for your feedback');
    expect(await textColor()).toBe(heading);
  });

  it('is not sent without a title or with an invalid email address: the browser reports it', async () => {
    const { owner, dialog, open, title, send } = await openWidget('Incomplete');
    await open();
    await send();
    const invalid = () => dialog.locator(':invalid').evaluateAll((all) => all.map(({ tagName }) => tagName));
    expect(await invalid()).toContain('INPUT');
    await title.fill('Complete');
    await dialog.getByLabel('Email').fill('nobody');
    await send();
    expect(await invalid()).toContain('INPUT');
    expect(await receivedItems(owner)).toEqual([]);
  });

  it('keeps its text when the form is closed, and reports that on sending and on opening', async () => {
    const { owner, dialog, open, title, send, waitForStatus } = await openWidget('Closing');
    await open();
    await title.fill('Too late');
    await owner.callApi('PATCH', 'form', { open: false });
    await send();
    await waitForStatus('This form is closed');
    expect(await title.inputValue()).toBe('Too late');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await open();
    await waitForStatus('This form is closed');
    expect(await title.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await owner.callApi('PATCH', 'form', { open: true });
    await open();
    expect(await title.inputValue()).toBe('Too late');
  });

  it('is sent once if Send is pressed several times', async () => {
    let respond = () => {};
    const responded = new Promise<void>((done) => (respond = done));
    const { owner, dialog, open, title, waitForStatus } = await openWidget('Impatient', (page) =>
      page.route(SUBMISSIONS, async (route) => {
        await responded;
        await route.continue();
      }),
    );
    await open();
    await title.fill('Once');
    const button = dialog.getByRole('button', { name: 'Send' });
    for (let press = 0; press < 3; press++) await button.click();
    await waitForStatus('Sending');
    respond();
    await waitForStatus('Thanks for your feedback');
    expect(await receivedItems(owner)).toHaveLength(1);
  });

  it('is sent once if the dialog is closed, opened, and sent again during the request', async () => {
    let respond = () => {};
    const responded = new Promise<void>((done) => (respond = done));
    const { owner, page, dialog, open, title, waitForStatus } = await openWidget(
      'Closed on the way',
      (window) =>
        window.route(SUBMISSIONS, async (route) => {
          await responded;
          await route.continue();
        }),
    );
    await open();
    await title.fill('On its way');
    await page.keyboard.press('Enter');
    await waitForStatus('Sending');
    await page.keyboard.press('Escape');
    // Nothing that is loaded from now on arrives before the response.
    await page.route(TOKEN_URL, () => undefined);
    await open();
    await waitForStatus('Sending');
    await title.focus();
    await page.keyboard.press('Enter');
    respond();
    await waitForStatus('Thanks for your feedback');
    await dialog.getByRole('button', { name: 'Close' }).click();
    expect(await receivedItems(owner)).toMatchObject([{ title: 'On its way' }]);
  });

  it('keeps its text when the connection stalls, and is sent once on retry', async () => {
    const { owner, page, open, title, send, waitForStatus } = await openWidget('Stalled', (window) =>
      window.addInitScript(replaceTimeouts),
    );
    const timeOut = () => page.evaluate(() => dispatchEvent(new Event('time-out')));
    await open();
    await title.fill('Kept');
    let load = () => {};
    const loaded = new Promise<void>((done) => (load = done));
    const lateScript = page.waitForRequest(SEND_SCRIPT);
    await page.route(
      SEND_SCRIPT,
      async (route) => {
        await loaded;
        await route.continue();
      },
      { times: 1 },
    );
    await page.route(SUBMISSIONS, () => undefined, { times: 1 });
    for (const stalled of [lateScript, page.waitForRequest(SUBMISSIONS)]) {
      await send();
      await stalled;
      await waitForStatus('Sending');
      await timeOut();
      await waitForStatus('Check your connection and try again.');
    }
    load();
    await (await (await lateScript).response())!.finished();
    await send();
    await waitForStatus('Thanks for your feedback');
    expect(await receivedItems(owner)).toMatchObject([{ title: 'Kept' }]);
  });

  it('ignores that an earlier opening failed, and reports a form that does not load', async () => {
    const { page, dialog, open, title, waitForStatus } = await openWidget('Opened twice');
    let fail = () => {};
    const failed = new Promise<void>((done) => (fail = done));
    await page.route(
      TOKEN_URL,
      async (route) => {
        await failed;
        await route.abort();
      },
      { times: 1 },
    );
    await open();
    await page.keyboard.press('Escape');
    await open();
    await title.waitFor();
    const failure = page.waitForEvent('requestfailed');
    fail();
    await failure;
    await page.evaluate(waitTwoFrames);
    expect(await dialog.getByRole('status').textContent()).toBe('Feedback');
    await page.keyboard.press('Escape');
    await page.route(TOKEN_URL, () => undefined);
    await page.clock.install();
    await open();
    await page.clock.fastForward(30_000);
    await waitForStatus('Check your connection and try again.');
  });

  it('keeps its text while the dialog is closed, and clears it after sending', async () => {
    const { dialog, page, open, title, description, send, waitForStatus } =
      await openWidget('Closed between');
    await open();
    await title.fill('Half');
    await description.fill('a thought');
    await page.keyboard.press('Escape');
    await open();
    expect([await title.inputValue(), await description.inputValue()]).toEqual(['Half', 'a thought']);
    await send();
    await waitForStatus('Thanks for your feedback');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await open();
    expect([await title.inputValue(), await description.inputValue()]).toEqual(['', '']);
    await waitForStatus('Feedback');
  });

  it('can be followed by a second one, also if the form has no email field', async () => {
    const { owner, dialog, open, title, send, waitForStatus } = await openWidget('Twice');
    await owner.callApi('PATCH', 'form', { email_field: 'hidden' });
    for (const text of ['One', 'Two']) {
      await open();
      await title.fill(text);
      await dialog.getByLabel('Email').waitFor({ state: 'detached' });
      await send();
      await waitForStatus('Thanks for your feedback');
      await dialog.getByRole('button', { name: 'Close' }).click();
    }
    expect((await receivedItems(owner)).map((item) => item.title)).toEqual(['Two', 'One']);
  });
});

describeInBrowser('a widget submission to a service with strict spam checks', () => {
  const fixture = useBrowser({ FORM_MIN_SECONDS: '2', FORM_PROOF_AFTER: '0' });
  const openWidget = widgetOpener(fixture);

  it('solves the proof of work and waits for the minimum time, also after a failed attempt', async () => {
    const requests: string[] = [];
    const { owner, page, open, title, send, waitForStatus } = await openWidget('Suspicious', (window) =>
      window.route(
        /\.js(\?|$)/,
        (route) => (requests.push(new URL(route.request().url()).pathname), route.continue()),
      ),
    );
    await open();
    await title.fill('Quick');
    expect(requests.map((path) => path.replace(/^.*\//, ''))).toEqual(['widget.js', 'dialog.js']);
    await page.route(SUBMISSIONS, (route) => route.abort());
    await send();
    await waitForStatus('Sending');
    await waitForStatus('Check your connection');
    await page.unroute(SUBMISSIONS);
    await send();
    await waitForStatus('Thanks for your feedback');
    const loaded = requests.map((path) => path.replace(/^\/f\/[\w-]+/, ''));
    expect(loaded).toEqual(['/widget.js', '/dialog.js', '/send.js', '/proof.js', '/send.js']);
    expect(await receivedItems(owner)).toMatchObject([{ title: 'Quick', source: 'widget' }]);
    expect(await quarantined(owner)).toEqual([]);
  });
});

describeInBrowser('a widget submission over the rate limit', () => {
  const fixture = useBrowser({ FORM_PER_MINUTE: '1' });
  const openWidget = widgetOpener(fixture);

  it('keeps its text, and shows when to retry', async () => {
    const { dialog, open, title, send, waitForStatus } = await openWidget('Often');
    await open();
    await title.fill('First');
    await send();
    await waitForStatus('Thanks for your feedback');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await open();
    await title.fill('Second');
    await send();
    await waitForStatus('Try again in');
    expect(await title.inputValue()).toBe('Second');
  });
});
