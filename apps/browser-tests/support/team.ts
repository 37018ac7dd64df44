import { PASSWORD, type Visit } from './visit';

/** Opens the link of an invitation, and joins as a new person. */
export async function join({ page }: Visit, link: string, name: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Join account' }).click();
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
}
