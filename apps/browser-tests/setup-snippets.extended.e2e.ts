import { describeInBrowser } from './support/chromium';
import { openReference } from './support/reference-page';
import { copyWith, waitForNoTooltip } from './support/clipboard';
import { useBrowser } from './support/fixture';

describeInBrowser('the setup of agents and the command line tool', () => {
  const fixture = useBrowser();

  async function developer(name: string) {
    const owner = await fixture.visit();
    await owner.createAccount(name);
    await owner.goTo('/app/developer');
    const agents = owner.page.getByRole('region', { name: 'AI agents (MCP)' });
    const cli = owner.page.getByRole('region', { name: 'Command line' });
    await agents.waitFor();
    return { owner, page: owner.page, agents, cli };
  }

  it('has a snippet for each MCP client, with the service URL and without a key', async () => {
    const { agents } = await developer('Hosts');
    const { origin } = fixture.product;
    for (const host of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex']) {
      await agents.getByRole('tab', { name: host }).click();
      const code = await copyWith(agents.getByRole('button', { name: 'Copy setup' }));
      expect([host, code.includes(origin), code.includes('fb_live_')]).toEqual([host, true, false]);
      expect(await agents.getByRole('group', { name: `Setup for ${host}` }).textContent()).toBe(code);
    }
    expect(await copyWith(agents.getByRole('button', { name: 'Copy MCP URL' }))).toBe(`${origin}/mcp`);
  });

  it('works with the keyboard alone', async () => {
    const { page, agents } = await developer('Keys only');
    await agents.getByRole('tab', { name: 'Claude Code' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await agents.getByRole('tab', { name: 'Cursor', selected: true }).waitFor();
    // The code block is a tab stop, so that the keyboard can scroll it.
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('${env:FEEDBACK_API_KEY}');
  });

  it('includes a new key only while it is on screen', async () => {
    const { owner, page, agents } = await developer('Fresh key');
    await page.getByRole('button', { name: 'Create key' }).click();
    const create = page.getByRole('dialog', { name: 'Create a key' });
    await create.getByLabel('Name', { exact: true }).fill('Agent');
    await create.getByRole('radio', { name: 'Read only' }).check({ force: true });
    await create.getByRole('button', { name: 'Create key' }).click();
    const issuedDialog = page.getByRole('dialog', { name: 'Save your key' });
    const secret = await issuedDialog.getByLabel('API key', { exact: true }).inputValue();
    await issuedDialog.getByText('AI agent', { exact: true }).click();
    const setup = async (host: string) => {
      await issuedDialog.getByRole('tab', { name: host }).click();
      return copyWith(issuedDialog.getByRole('button', { name: 'Copy setup' }));
    };
    expect(await setup('Claude Desktop')).toContain(`"FEEDBACK_API_KEY": "${secret}"`);
    expect(await setup('VS Code')).not.toContain(secret);
    expect(await setup('Claude Code')).toContain(`'X-API-Key: ${secret}'`);
    await waitForNoTooltip(page);
    await owner.expectAccessible();
    await owner.expectFits('developer-secret-agents');
    await issuedDialog.getByRole('button', { name: 'I’ve saved this key' }).click();
    await issuedDialog.waitFor({ state: 'detached' });
    await agents.getByRole('tab', { name: 'Claude Desktop' }).click();
    expect(await page.content()).not.toContain(secret);
  });

  it('has no agent setup for a submit key', async () => {
    const { page } = await developer('Submitter');
    await page.getByRole('button', { name: 'Create key' }).click();
    const create = page.getByRole('dialog', { name: 'Create a key' });
    await create.getByLabel('Name', { exact: true }).fill('Page');
    await create.getByRole('radio', { name: 'Submit only' }).check({ force: true });
    await create.getByRole('textbox', { name: 'Allowed origins' }).fill('https://www.example.com');
    await create.getByRole('button', { name: 'Add' }).click();
    await create.getByRole('button', { name: 'Create key' }).click();
    const issuedDialog = page.getByRole('dialog', { name: 'Save your key' });
    await issuedDialog.getByRole('heading', { name: 'Use this key' }).waitFor();
    expect(await issuedDialog.getByText('AI agent', { exact: true }).count()).toBe(0);
  });

  it('is accessible in both color schemes', async () => {
    const { owner, agents } = await developer('Seen');
    await owner.expectAccessible();
    await agents.getByRole('tab', { name: 'VS Code' }).click();
    await owner.expectAccessible();
  });

  it('agents: fits three widths', async () => {
    const { owner, agents } = await developer('Agents in sight');
    await agents.getByRole('tab', { name: 'VS Code' }).click();
    await owner.expectFits('developer-agents', agents);
  });

  it('command line: fits three widths', async () => {
    const { owner, cli } = await developer('Tool in sight');
    await owner.expectFits('developer-cli', cli);
  });

  it('is also in the API reference, below the CLI command', async () => {
    const { visit, page } = await openReference(fixture, 'Reader', 'getFeedback');
    await page.getByRole('tab', { name: 'CLI' }).click();
    const { origin } = fixture.product;
    expect(await copyWith(page.getByRole('button', { name: 'Copy install commands' }))).toBe(
      `npm install --global ${origin}/cli.tgz\nfeedback login --url ${origin}`,
    );
    await waitForNoTooltip(page);
    await visit.expectAccessible();
    await visit.expectFits('docs-cli', page.getByRole('region', { name: 'Code samples' }));
    await visit.goTo('/docs');
    await page.getByText(`${origin}/mcp`).waitFor();
  });
});
