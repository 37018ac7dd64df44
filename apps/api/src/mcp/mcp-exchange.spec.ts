import { feedbackMcpServer } from '@libs/mcp';
import { InMemoryFeedbackTools } from '@libs/mcp/testing';
import { McpExchange } from './mcp-exchange';

it('lets other requests run between the messages of a batch', async () => {
  const tools = new InMemoryFeedbackTools('acme');
  let served = 0;
  const exchange = new McpExchange(
    {},
    () => {
      served++;
      return feedbackMcpServer({ tools, permission: 'full', version: '1' });
    },
    () => {},
  );
  const servedCounts: number[] = [];
  const turn = () => {
    servedCounts.push(served);
    if (served < 5) setImmediate(turn);
  };
  setImmediate(turn);
  const batch = Array.from({ length: 5 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
  expect((await exchange.handle(batch)).status).toBe(200);
  expect(servedCounts).toEqual(expect.arrayContaining([1, 2, 3, 4]));
});
