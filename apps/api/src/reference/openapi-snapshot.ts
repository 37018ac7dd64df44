import { readConfig } from '../config';
import { openApiDocument } from './openapi-document';

/** `apps/api/openapi.json`: the document of a service without any configuration, and so the same everywhere. */
export const openApiSnapshot = (): string => `${JSON.stringify(openApiDocument(readConfig({})), null, 2)}\n`;
