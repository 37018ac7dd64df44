import { createFeedbackClient } from '@libs/api-client';
import { feedbackToolsContract } from '@libs/mcp/testing';
import { RestFeedbackTools } from '../src/mcp/rest-feedback-tools';
import { useService } from './support/service';

const acme = useService();

const toolsOf = (apiKey: string) =>
  new RestFeedbackTools(createFeedbackClient({ baseUrl: acme.url, apiKey }), new AbortController().signal);

feedbackToolsContract('REST', async () => {
  const { key } = await acme.account();
  const client = createFeedbackClient({ baseUrl: acme.url, apiKey: key });
  return {
    own: toolsOf(key),
    other: toolsOf((await acme.account()).key),
    change: async (id, change) => void (await client.update(id, change)),
  };
});
