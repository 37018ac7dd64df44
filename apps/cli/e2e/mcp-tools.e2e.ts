import { createFeedbackClient } from '@libs/api-client';
import { feedbackToolsContract } from '@libs/mcp/testing';
import { RestFeedbackTools } from '../src/mcp/rest-feedback-tools';
import { useService } from './support/service';

const acme = useService();

const toolsOf = (apiKey: string) =>
  new RestFeedbackTools(createFeedbackClient({ baseUrl: acme.url, apiKey }), new AbortController().signal);

feedbackToolsContract('REST', async () => ({
  own: toolsOf((await acme.account()).key),
  other: toolsOf((await acme.account()).key),
}));
