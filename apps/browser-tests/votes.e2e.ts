import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';

/** votes.md 1, votes.md 7 */
describeInBrowser('votes', () => {
  const fixture = useBrowser({ TRUST_PROXY: '1' });

  it('are given and taken back without JavaScript, and removed by the team', async () => {
    const owner = await fixture.visit();
    const { slug } = await owner.createAccount('Votes');
    const item = { title: 'Private', status: 'planned' };
    const { data } = await owner.callApi<{ data: { id: string } }>('POST', 'feedback', item);
    await owner.callApi('PUT', `feedback/${data.id}/public`, { title: 'Dark theme' });
    await owner.goTo('/app/roadmap');
    await owner.page.getByRole('switch', { name: 'Let visitors vote' }).click();
    await owner.page.getByRole('radio', { name: 'People and votes' }).click();
    await owner.page.getByRole('button', { name: 'Save changes' }).click();
    await owner.page.getByText('Saved', { exact: true }).first().waitFor();

    const visitor = await fixture.visit({ javaScriptEnabled: false });
    const { page } = visitor;
    // The page can be a second old.
    do await visitor.goTo(`/f/${slug}/items/${data.id}`);
    while ((await page.getByRole('button', { name: 'Vote' }).count()) === 0);
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.getByRole('heading', { name: 'Thanks, your vote counts' }).waitFor();
    await page.getByRole('button', { name: 'Take back my vote' }).click();
    await page.getByRole('heading', { name: 'Your vote was taken back' }).waitFor();
    await page.getByRole('link', { name: 'Dark theme' }).click();
    await page.getByRole('button', { name: 'Vote' }).waitFor();
    expect(await visitor.context.cookies()).toEqual([]);

    const withScript = await fixture.visit();
    for (const path of ['', '/voted', '/withdrawn']) {
      await withScript.goTo(`/f/${slug}/items/${data.id}${path}`);
      await withScript.expectAccessible();
      await withScript.expectFits(`vote${path.replace('/', '-')}`);
    }

    const path = new URL(`/f/${slug}/items/${data.id}/votes`, page.url());
    for (let n = 1; n <= 11; n++) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${n}` };
      await fetch(path, { method: 'POST', headers, body: '{}' });
    }
    await owner.goTo(`/app/inbox?item=${data.id}`);
    const panel = owner.page.getByRole('region', { name: 'Feedback item' });
    await panel.getByRole('heading', { name: '11 votes' }).waitFor();
    await panel.getByText('11 of 11 in the last day').waitFor();
    await owner.expectAccessible();
    await panel.getByRole('button', { name: 'Remove…' }).click();
    await owner.page.getByRole('button', { name: 'Remove votes' }).click();
    await panel.getByRole('heading', { name: '11 votes' }).waitFor({ state: 'detached' });
    const after = await owner.callApi<{ data: { unconfirmed_votes: number } }>('GET', `feedback/${data.id}`);
    expect(after.data.unconfirmed_votes).toBe(0);
  });
});
