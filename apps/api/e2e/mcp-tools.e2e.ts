import { ToolFailure, type FeedbackTools } from '@libs/mcp';
import { feedbackToolsContract } from '@libs/mcp/testing';
import { DomainError } from '@libs/kernel';
import { errorJson } from '../src/http/error.filter';
import { McpUseCases, UseCaseFeedbackTools } from '../src/mcp/use-case-feedback-tools';
import { Service } from './support/service';

describe('UseCaseFeedbackTools', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  const toolsOf = async (): Promise<FeedbackTools> => {
    const { id, keyId } = await service.account();
    const caller = { accountId: id, keyId, bucketId: keyId };
    return new UseCaseFeedbackTools(caller, service.get(McpUseCases), (thrown) => {
      if (!(thrown instanceof DomainError)) throw thrown;
      const { type, message, details } = errorJson(thrown, '').error;
      return ToolFailure.of(type, message, details);
    });
  };

  feedbackToolsContract('on use cases and PostgreSQL', async () => ({
    own: await toolsOf(),
    other: await toolsOf(),
  }));
});
