import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';

/** What both generators make of a document by default; the extension is what TypeScript wants for Node. */
const [, , input] = process.argv;
writeFileSync('openapi-typescript.ts', astToString(await openapiTS(pathToFileURL(input))));
await createClient({ input, output: { path: 'hey-api', module: { extension: '.js' } } });
