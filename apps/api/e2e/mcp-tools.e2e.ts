import { ToolFailure, type FeedbackTools } from '@libs/mcp';
import { ApiKeyUseCases } from '@libs/accounts';
import { feedbackToolsContract, withParsedArguments } from '@libs/mcp/testing';
import { feedbackChangeRule } from '@libs/feedback';
import { DomainError, parse, SYSTEM } from '@libs/kernel';
import { errorJson } from '../src/http/error.filter';
import { McpUseCases } from '../src/mcp/mcp-use-cases';
import { UseCaseFeedbackTools } from '../src/mcp/use-case-feedback-tools';
import { useService } from './support/use-service';

describe('UseCaseFeedbackTools', () => {
  const { service } = useService();

  const toolsOf = ({ id, keyId }: { readonly id: string; readonly keyId: string }): FeedbackTools => {
    const caller = { accountId: id, keyId, bucketId: keyId };
    return new UseCaseFeedbackTools(caller, service.get(McpUseCases), (thrown) => {
      if (!(thrown instanceof DomainError)) throw thrown;
      const { type, message, details, merged_into: target } = errorJson(thrown, '', '').error;
      return ToolFailure.of(type, message, details, target);
    });
  };

  feedbackToolsContract('on use cases and PostgreSQL', async () => {
    const [own, other] = [await service.account(), await service.account()];
    const { feedback } = service.get(McpUseCases);
    return {
      own: toolsOf(own),
      other: toolsOf(other),
      change: async (id, change) =>
        void (await feedback.revise(own.id, id, parse(feedbackChangeRule, change), SYSTEM)),
    };
  });

  it('names the key that makes a change', async () => {
    const account = await service.account();
    const tools = withParsedArguments(toolsOf(account));
    const { id } = await tools.create({ title: 'Dark mode' });
    await tools.update({ id, note: 'Asked Ada' });
    const [key] = await service.get(ApiKeyUseCases).list(account.id);
    const { notes } = await tools.get(id, ['notes']);
    expect(notes!.map(({ by }) => by)).toEqual([key!.name]);
    let { changes } = await tools.changes({ since: '2026-01-01' });
    while (changes.length === 0) ({ changes } = await tools.changes({ since: '2026-01-01' }));
    expect(changes.map(({ by }) => by)).toEqual([key!.name]);
  });
});
