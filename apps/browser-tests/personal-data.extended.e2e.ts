import { readFileSync } from 'node:fs';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

const EMAIL = 'ada@example.com';

/** dashboard.md 14 */
describeInBrowser('the data of a submitter', () => {
  const fixture = useBrowser();

  it('can be found, downloaded, and erased in the settings', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Erasure');
    const { page } = owner;
    for (const submitter_email of [EMAIL, EMAIL, 'grace@example.com']) {
      await owner.callApi('POST', 'feedback', { title: `From ${submitter_email}`, submitter_email });
    }
    await owner.callApi('POST', 'changelog', { title: `Suggested by ${EMAIL}` });
    await owner.goTo('/app/settings/account');
    const section = page.getByRole('region', { name: 'Personal data' });
    const field = section.getByLabel('Email address of the submitter');
    await field.fill('ada');
    await section.getByRole('button', { name: 'Find data' }).click();
    await section.getByText('Enter a valid email address.').waitFor();
    await field.fill('nobody@example.com');
    await field.press('Enter');
    await section.getByText('Nothing is stored about nobody@example.com.').waitFor();
    await field.fill(EMAIL.toUpperCase());
    await field.press('Enter');
    await section.getByText('2 items').waitFor();
    await section.getByText('1 changelog entry').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('personal-data', section);

    const downloading = page.waitForEvent('download');
    await section.getByRole('button', { name: 'Download data' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^submitter-erasure-.*\.json$/);
    const { feedback, changelog } = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect([feedback.length, changelog.length]).toEqual([2, 1]);

    await section.getByRole('button', { name: 'Erase data…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase data?' });
    await dialog.getByText(EMAIL.toUpperCase()).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('personal-data-erase');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await section.getByRole('button', { name: 'Erase data…' }).click();
    await dialog.getByLabel('Also delete the items that this person sent').check();
    await dialog.getByRole('button', { name: 'Erase data' }).click();
    await section.getByText(`Erased everything about ${EMAIL.toUpperCase()}, in 2 items.`).waitFor();
    const { data } = await owner.callApi<{ data: { title: string }[] }>('GET', 'feedback');
    expect(data.map(({ title }) => title)).toEqual(['From grace@example.com']);
  });

  it('is erased with more than one request if necessary, and errors are shown', async () => {
    const owner = await fixture.visit();
    await owner.createAccount('Long erasure');
    const { page } = owner;
    await owner.callApi('POST', 'feedback', { title: 'One', submitter_email: EMAIL });
    const counts = {
      items: 500,
      quarantined: 0,
      notes: 0,
      changelog: 0,
      events: 0,
      history: 0,
      responses: 0,
    };
    const responses = [
      { status: 200, json: { data: { ...counts, complete: true } } },
      {
        status: 503,
        json: { error: { type: 'api_error', code: 'service_unavailable', message: 'No', request_id: 'r' } },
      },
      { status: 200, json: { data: { ...counts, complete: false } } },
      { status: 200, json: { data: { ...counts, items: 1, complete: true } } },
    ];
    await page.route('**/app/api/submitters/erase', (route) => route.fulfill(responses.shift()!));
    await owner.goTo('/app/settings/account');
    const section = page.getByRole('region', { name: 'Personal data' });
    await section.getByLabel('Email address of the submitter').fill(EMAIL);
    await section.getByRole('button', { name: 'Find data' }).click();
    await section.getByRole('button', { name: 'Erase data…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase data?' });
    await dialog.getByRole('button', { name: 'Erase data' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Erase data' }).click();
    await section.getByText(`Erased everything about ${EMAIL}, in 501 items.`).waitFor();
    expect(responses).toEqual([]);
  });
});
