import { createFeedbackClient } from '@libs/api-client';
import { feedbackToolsContract } from '@libs/mcp/testing';
import { RestFeedbackTools } from '../src/mcp/rest-feedback-tools';
import { service } from './support/service';

const UNLIMITED = { RATE_LIMIT_HOUR_PRO: '0', RATE_LIMIT_MINUTE_PRO: '0' };
const acme = service(UNLIMITED);

const toolsOf = (apiKey: string) =>
  new RestFeedbackTools(createFeedbackClient({ baseUrl: acme.url, apiKey }), new AbortController().signal);

feedbackToolsContract('REST', async () => ({
  ours: toolsOf(await acme.key()),
  theirs: toolsOf((await acme.account()).key),
}));
