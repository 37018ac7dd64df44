import type { Visit } from './visit';

/** A Canny export. The order of day and month in its dates is ambiguous. */
export const CANNY_CSV = `Post ID,Title,Details,Board,Status,Author Name,Author Email,Votes,Created
66f0aa,Export as PDF,"Please,
soon",Features,under review,Grace,grace@example.com,12,03/04/2024
66f0ab,Dark mode,,Features,complete,Ada,ada@example.com,7,05/06/2024
`;

/** The fields of an item that tests read. */
interface ImportedItem {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly status: string;
  readonly version: number;
}

/** Creates an account and opens the import page. */
export async function openImportPage(visit: Visit, name: string) {
  await visit.createAccount(name);
  await visit.goTo('/app/import');
  const { page } = visit;
  await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor();
  const choose = (text: string | Buffer, fileName = 'posts.csv') =>
    page.getByLabel('File to import').setInputFiles({
      name: fileName,
      mimeType: 'text/csv',
      buffer: Buffer.isBuffer(text) ? text : Buffer.from(text),
    });
  const click = (button: string | RegExp) => page.getByRole('button', { name: button }).click();
  return {
    page,
    choose,
    click,
    items: async () => (await visit.callApi<{ data: ImportedItem[] }>('GET', 'feedback?limit=100')).data,
    counts: async () => (await visit.callApi<{ data: { new: number } }>('GET', 'feedback/counts')).data,
  };
}
