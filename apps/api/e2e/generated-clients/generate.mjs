import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';

/** Runs both generators with their defaults. TypeScript requires the extension for Node.js. */
const [, , input] = process.argv;
writeFileSync('openapi-typescript.ts', astToString(await openapiTS(pathToFileURL(input))));
await createClient({ input, output: { path: 'hey-api', module: { extension: '.js' } } });
