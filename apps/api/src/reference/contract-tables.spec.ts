import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from './openapi-document';

const CONVENTIONS = readFileSync(join(__dirname, '../../../../docs/contract/conventions.md'), 'utf8');
const { paths } = openApiDocument({ PUBLIC_URL: 'https://feedback.test' });
/** Methods and paths as the contract writes them: `PATCH`, `/tags/:id`. */
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    path: path.replace(/\{(\w+)\}/g, ':$1'),
    method: method.toUpperCase(),
    operation,
  })),
);

/** The rows of the first table of a section, each with the texts in code of its cells. */
function tableOf(section: number): { readonly cells: readonly string[]; readonly code: string[][] }[] {
  const text = CONVENTIONS.split(/\n## \d+\./)[section]!;
  const [, , ...rows] = /(?:^\|.*\n)+/m.exec(text)![0].trim().split('\n');
  return rows.map((row) => {
    const cells = row.split('|').slice(1, -1);
    return { cells, code: cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)) };
  });
}

/** conventions.md 7 */
it('the contract has the content types and the maximum of each request body', () => {
  const written = tableOf(7).flatMap(({ cells, code: [endpoints, types] }) =>
    endpoints!.map((endpoint) => [endpoint, ...types!.toSorted(), cells[2]!.trim()]),
  );
  const served = operations.flatMap(({ path, method, operation: { requestBody } }) =>
    requestBody
      ? [
          [
            `${method} ${path}`,
            ...Object.keys(requestBody.content).sort(),
            requestBody.description.match(/[\d,]+ bytes/)![0],
          ],
        ]
      : [],
  );
  expect(written.toSorted()).toEqual(served.toSorted());
});

/** conventions.md 8 */
it('the contract has the methods of each path', () => {
  const written = tableOf(8).flatMap(({ code: [endpoints, allow] }) =>
    endpoints!.map((path) => [path, ...allow!]),
  );
  const served = [...new Set(operations.map(({ path }) => path))].map((path) => {
    const methods = operations.flatMap((one) => (one.path === path ? [one.method] : []));
    const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((method) =>
      method === 'HEAD' ? methods.includes('GET') : method === 'OPTIONS' || methods.includes(method),
    );
    return [path, all.join(', ')];
  });
  expect(written.toSorted()).toEqual(served.toSorted());
});
