import type { Locator, Page } from 'playwright-core';
import { waitTwoFrames } from './visit';

/** Clicks a copy button and returns the text on the clipboard. */
export async function copyWith(button: Locator): Promise<string> {
  await button.click();
  const text = await button.page().evaluate(() => navigator.clipboard.readText());
  // The page shows its confirmation in the next frame.
  await button.page().evaluate(waitTwoFrames);
  return text;
}

/** Moves the pointer away and waits until no tooltip is shown. */
export async function waitForNoTooltip(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
}
