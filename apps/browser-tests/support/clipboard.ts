import type { Locator, Page } from 'playwright-core';

/** Clicks a copy button and returns the text on the clipboard. */
export async function copyWith(button: Locator): Promise<string> {
  await button.click();
  return button.page().evaluate(() => navigator.clipboard.readText());
}

/** Moves the pointer away and waits until no tooltip is shown. */
export async function waitForNoTooltip(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
}
