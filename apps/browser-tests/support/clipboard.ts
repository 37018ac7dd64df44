import type { Locator, Page } from 'playwright-core';

/** Presses a copy button, and gives what a paste would bring. */
export async function copyWith(button: Locator): Promise<string> {
  await button.click();
  return button.page().evaluate(() => navigator.clipboard.readText());
}

/** Waits until no button says any more that something was copied. */
export async function waitForNoTooltip(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
}
