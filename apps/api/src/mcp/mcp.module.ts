import { Module } from '@nestjs/common';
import type { RateLimitStore } from '@libs/accounts';
import { FeedbackBatchUseCases, FeedbackUseCases, IdempotencyUseCases, StatsUseCases } from '@libs/feedback';
import { isOutage } from '@libs/postgres';
import { AccountsModule } from '../accounts/accounts.module';
import { LimitsModule, RATE_LIMIT_STORE } from '../limits/limits.module';
import { CONFIG } from '../shared.module';
import { rateLimitsOf, type Config } from '../config';
import { CursorCodec } from '../cursors/cursor';
import { FeedbackModule } from '../feedback/feedback.module';
import { ErrorFilter } from '../http/error.filter';
import { McpLimits } from './mcp-limits';
import { McpController } from './mcp.controller';
import { McpUseCases } from './use-case-feedback-tools';

@Module({
  imports: [AccountsModule, FeedbackModule, LimitsModule],
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
      inject: [RATE_LIMIT_STORE, CONFIG],
      useFactory: (store: RateLimitStore, config: Config) =>
        new McpLimits(store, rateLimitsOf(config), config.MCP_MESSAGES_PER_MINUTE),
    },
    { provide: ErrorFilter, useFactory: () => new ErrorFilter(isOutage) },
  ],
})
export class McpModule {}
