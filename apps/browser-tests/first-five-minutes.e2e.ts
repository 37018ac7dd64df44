import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeInBrowser } from './support/chromium';
import { useBrowser } from './support/fixture';
import type { Visit } from './support/visit';

const run = promisify(execFile);

describeInBrowser('the first five minutes', () => {
  const fixture = useBrowser({});
  let owner: Visit;

  it('lead from an empty installation to an account, a submission, a key, and a first API call', async () => {
    owner = await fixture.visit();
    await signUp();
    await expectSubmission();
    await callsWithKey();
  });

  async function signUp() {
    const { page } = owner;
    await owner.goTo('/');
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await owner.expectAccessible();
    await owner.expectFits('sign-up');
    await page.getByLabel('Account name', { exact: true }).fill('Acme Tools');
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('seven quiet lamps');
    await page.getByLabel('Form URL').and(page.locator('[value="acme-tools"]')).waitFor();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    await page.getByText('0 of 3 done').waitFor();
    await owner.expectAccessible();
    await owner.expectFits('first-steps');
  }

  async function expectSubmission() {
    const customer = await fixture.visit({ viewport: { width: 390, height: 844 } });
    await customer.goTo('/f/acme-tools');
    await customer.page.getByLabel('Title').fill('Dark mode');
    await customer.page.getByRole('button', { name: 'Send feedback' }).click();
    await customer.page.getByRole('heading', { name: 'Thanks for your feedback' }).waitFor();
    await owner.page.getByText('1 of 3 done').waitFor();
    await owner.page.getByRole('link', { name: 'Inbox' }).click();
    await owner.page.getByText('Dark mode').first().waitFor();
  }

  async function callsWithKey() {
    const { page } = owner;
    await page.getByRole('link', { name: 'Get started' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('2 of 3 done').waitFor();
    await page.getByRole('button', { name: 'Copy command' }).click();
    const call = await page.evaluate(() => navigator.clipboard.readText());
    expect(call).toMatch(/^curl /);
    const { stdout } = await run('bash', ['-c', call]);
    expect(stdout).toContain('"data"');
    await page.getByText('3 of 3 done').waitFor();
    await page.getByRole('button', { name: 'I’ve saved this key' }).click();
    await page.getByRole('link', { name: 'Open inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  }
});
