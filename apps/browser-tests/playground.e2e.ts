import { describeInBrowser } from './support/chromium';
import {
  responseRegion,
  textField,
  openReference,
  keyField,
  openOperation,
  sendRequest,
} from './support/reference-page';
import { useBrowser } from './support/fixture';

describeInBrowser('the console of /docs', () => {
  const fixture = useBrowser();

  it('lists, creates, reads, updates, and deletes items, and shows the remaining requests', async () => {
    const { page, key } = await openReference(fixture, 'Caller', 'listFeedback', 'Export as CSV');
    await keyField(page).fill(key);
    await textField(page, 'limit').fill('5');
    await sendRequest(page, '200 OK');
    await page.getByLabel('99 of 100 requests remaining this hour').waitFor({ state: 'attached' });
    await page.getByLabel('9 of 10 requests remaining this minute').waitFor({ state: 'attached' });
    await page.getByText(/resets in \d+ s/).waitFor();

    await openOperation(page, 'Create a feedback item');
    await textField(page, 'Body').fill('{"title": "Dark mode"}');
    await page.getByRole('button', { name: 'Generate' }).click();
    await sendRequest(page, '201 Created');
    await page.getByLabel('8 of 10 requests remaining this minute').waitFor({ state: 'attached' });

    await responseRegion(page)
      .getByRole('link', { name: /^Use in “/ })
      .click();
    await page.waitForURL(/#getFeedback$/);
    await page.getByRole('heading', { name: 'Get a feedback item', level: 1 }).waitFor();
    await page.keyboard.press('Enter');
    await responseRegion(page).getByText('"Dark mode"').waitFor();
    const id = await page.getByRole('textbox', { name: /^id/ }).inputValue();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);

    await openOperation(page, 'Update a feedback item');
    await page.getByRole('textbox', { name: /^id/ }).fill(id);
    await page.getByRole('button', { name: 'Use "1"' }).click();
    await textField(page, 'Body').fill('{"status": "shipped"}');
    await sendRequest(page, '200 OK');
    await responseRegion(page).getByText('"shipped"').waitFor();
    await sendRequest(page, '412 Precondition Failed');

    await openOperation(page, 'Delete a feedback item');
    await page.getByRole('textbox', { name: /^id/ }).fill(id);
    await page.getByText('Changes real data').waitFor();
    await sendRequest(page, '204 No Content');
    await responseRegion(page).getByText('No body.').waitFor();
    await page.getByLabel('4 of 10 requests remaining this minute').waitFor({ state: 'attached' });
  });

  it('asks for a key, and shows that an invalid one is rejected', async () => {
    const { page, key } = await openReference(fixture, 'Guesser', 'listFeedback');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Enter an API key.').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'api-key');
    await keyField(page).fill(`${key.slice(0, -1)}💥`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('An API key contains only letters, numbers, and underscores.').waitFor();
    await keyField(page).fill('fb_live_wrong');
    await sendRequest(page, '401 Unauthorized');
    await responseRegion(page).getByText('"api_key_invalid"').waitFor();
    await keyField(page).fill(key);
    await sendRequest(page, '200 OK');
  });
});
