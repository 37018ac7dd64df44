import { describeInBrowser } from './support/chromium';
import { answer, field, integrator, keyField, open, send } from './support/reference-page';
import { scene } from './support/fixture';

describeInBrowser('the console of /docs', () => {
  const stage = scene();

  it('lists, creates, reads, updates and deletes, and shows what is left of the limits', async () => {
    const { page, key } = await integrator(stage, 'Caller', 'listFeedback', 'Export as CSV');
    await keyField(page).fill(key);
    await field(page, 'limit').fill('5');
    await send(page, '200 OK');
    await page.getByLabel('99 of 100 requests left this hour').waitFor({ state: 'attached' });
    await page.getByLabel('9 of 10 requests left this minute').waitFor({ state: 'attached' });
    await page.getByText(/full in \d+ s/).waitFor();

    await open(page, 'Create feedback');
    await field(page, 'Body').fill('{"title": "Dark mode"}');
    await page.getByRole('button', { name: 'Generate' }).click();
    await send(page, '201 Created');
    await page.getByLabel('8 of 10 requests left this minute').waitFor({ state: 'attached' });

    await answer(page)
      .getByRole('link', { name: /^Use in “/ })
      .click();
    await page.waitForURL(/#getFeedback$/);
    await page.keyboard.press('Enter');
    await answer(page).getByText('"Dark mode"').waitFor();
    const id = await page.getByRole('textbox', { name: /^id/ }).inputValue();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);

    await open(page, 'Update feedback');
    await page.getByRole('textbox', { name: /^id/ }).fill(id);
    await page.getByRole('button', { name: 'Use "1"' }).click();
    await field(page, 'Body').fill('{"status": "shipped"}');
    await send(page, '200 OK');
    await answer(page).getByText('"shipped"').waitFor();
    await send(page, '412 Precondition Failed');

    await open(page, 'Delete feedback');
    await page.getByRole('textbox', { name: /^id/ }).fill(id);
    await page.getByText('Changes real data').waitFor();
    await send(page, '204 No Content');
    await answer(page).getByText('No body.').waitFor();
    await page.getByLabel('4 of 10 requests left this minute').waitFor({ state: 'attached' });
  });

  it('asks for a key, and shows a wrong one refused', async () => {
    const { page, key } = await integrator(stage, 'Guesser', 'listFeedback');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Fill in an API key first.').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'api-key');
    await keyField(page).fill(`${key.slice(0, -1)}💥`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('A key has letters, digits and _ only.').waitFor();
    await keyField(page).fill('fb_live_wrong');
    await send(page, '401 Unauthorized');
    await answer(page).getByText('"api_key_invalid"').waitFor();
    await keyField(page).fill(key);
    await send(page, '200 OK');
  });
});
