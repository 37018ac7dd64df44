import { describeInBrowser } from './support/chromium';
import { scene } from './support/scene';
import { until, type Visit } from './support/visit';

describeInBrowser('the board', () => {
  const stage = scene();

  async function board(name: string, ...titles: string[]): Promise<Visit> {
    const owner = await stage.visit();
    await owner.owns(name);
    await owner.has(...titles);
    await owner.goTo('/app/board');
    await column(owner, 'New').getByRole('listitem', { name: titles[0] }).waitFor();
    return owner;
  }
  const column = ({ page }: Visit, status: string) =>
    page.getByRole('region').filter({ has: page.getByRole('heading', { name: status, exact: false }) });

  async function statusOf(owner: Visit): Promise<string | undefined> {
    const { data } = await owner.ask<{ data: { status: string }[] }>('GET', 'feedback');
    return data[0]?.status;
  }

  it('takes a card to another column by mouse', async () => {
    const owner = await board('By mouse', 'Carry me');
    const { page } = owner;
    const card = (await column(owner, 'New').getByRole('listitem', { name: 'Carry me' }).boundingBox())!;
    const target = (await column(owner, 'Building').boundingBox())!;
    await page.mouse.move(card.x + card.width / 2, card.y + 12);
    await page.mouse.down();
    await page.mouse.move(card.x + card.width / 2 + 10, card.y + 20, { steps: 3 });
    await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: 10 });
    await page.mouse.up();
    await column(owner, 'Building').getByRole('listitem', { name: 'Carry me' }).waitFor();
    await until(async () => (await statusOf(owner)) === 'building');
  });

  it('takes a card to another column by keys, and says so', async () => {
    const owner = await board('By keys', 'Lift me');
    const { page } = owner;
    await column(owner, 'New').getByRole('listitem', { name: 'Lift me' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Lifted “Lift me” from New.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await page.getByText('“Lift me” is over Planned.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await column(owner, 'Planned').getByRole('listitem', { name: 'Lift me' }).waitFor();
    await until(async () => (await statusOf(owner)) === 'planned');
  });

  it('sends a card by its menu where nothing can be dragged', async () => {
    const owner = await board('By menu', 'Send me');
    const { page } = owner;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Move “Send me”' }).click();
    await page.getByRole('menuitem', { name: 'Shipped' }).click();
    await until(async () => (await statusOf(owner)) === 'shipped');
  });
});
