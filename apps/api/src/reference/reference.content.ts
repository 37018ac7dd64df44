import type { Config } from '../config';
import { assets } from '../http/assets';
import type { OpenApiDocument } from '../openapi/openapi.types';
import { ERRORS_POLICY, errorsPage } from './errors.page';
import { llmsText } from './llms-text';
import { openApiDocument } from './openapi-document';
import { docsPage, docsPolicy } from './reference.page';

/** The content of `/docs` and of `/llms.txt`. */
export function referenceContent(config: Config) {
  const document = openApiDocument(config);
  let yaml: Promise<string> | undefined;
  return {
    json: JSON.stringify(document),
    yaml: () => (yaml ??= writeYaml(document)),
    errors: { page: errorsPage(document), policy: ERRORS_POLICY },
    llms: llmsText(config.PUBLIC_URL),
    /** Both for one response with its nonce. */
    docs: {
      page: docsPage(document, assets()?.filesOf('src/reference/docs.tsx') ?? null),
      policy: docsPolicy,
    },
  };
}

/** Loads the writer on first use. YAML 1.1 reads the result, too. */
async function writeYaml(document: OpenApiDocument): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 });
}
