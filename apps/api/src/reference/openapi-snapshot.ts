import { readConfig } from '../config';
import { openApiDocument } from './openapi-document';

/** The content of `apps/api/openapi.json`: the document with the default configuration, the same on every machine. */
export const openApiSnapshot = (): string => `${JSON.stringify(openApiDocument(readConfig({})), null, 2)}\n`;
