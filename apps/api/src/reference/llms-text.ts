import { ERRORS_PATH } from '../http/responses/error-codes';

/** Content of `/llms.txt`: what this service is, and which documents a language model can read (llmstxt.org). */
export const llmsText = (url: string): string => `# Feedback service

> Collects feedback of a product's users: a REST API, an MCP server, webhooks, a public form, and a dashboard.

All requests to ${url}/api/v1 need an API key of an account in the \`X-API-Key\` header. A member of the account creates it in the dashboard.

## API

- [OpenAPI document](${url}/docs/openapi.json): every operation, field, and error, with examples; also as [YAML](${url}/docs/openapi.yaml)
- [API reference](${url}/docs): the same for people, with a console
- [Error codes](${url}${ERRORS_PATH}): what each code means and what to do about it

## Tools

- [MCP server](${url}/mcp): streamable HTTP, with an API key in \`X-API-Key\` or as a bearer token
- [TypeScript client](${url}/client.tgz): \`npm install ${url}/client.tgz\`
- [Command line tool](${url}/cli.tgz): \`npm install --global ${url}/cli.tgz\`
`;
