import { Module } from '@nestjs/common';
import { FeedbackBatchUseCases, FeedbackUseCases, IdempotencyUseCases, StatsUseCases } from '@libs/feedback';
import { LimitStores } from '../composition/limits';
import { CONFIG } from '../shared.module';
import { rateLimitsOf, type Config } from '../config';
import { CursorCodec } from '../cursors/cursor';
import { McpLimits } from './mcp-limits';
import { McpController } from './mcp.controller';
import { McpUseCases } from './use-case-feedback-tools';

@Module({
  controllers: [McpController],
  providers: [
    {
      provide: McpUseCases,
      inject: [FeedbackUseCases, FeedbackBatchUseCases, StatsUseCases, IdempotencyUseCases, CursorCodec],
      useFactory: (
        feedback: FeedbackUseCases,
        batches: FeedbackBatchUseCases,
        stats: StatsUseCases,
        requests: IdempotencyUseCases,
        cursors: CursorCodec,
      ): McpUseCases => ({ feedback, batches, stats, requests, cursors }),
    },
    {
      provide: McpLimits,
      inject: [LimitStores, CONFIG],
      useFactory: ({ keys }: LimitStores, config: Config) =>
        new McpLimits(keys, rateLimitsOf(config), config.MCP_MESSAGES_PER_MINUTE),
    },
  ],
})
export class McpModule {}
