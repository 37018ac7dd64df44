import { Module } from '@nestjs/common';
import { LimitStores } from '../composition/limits';
import { CONFIG } from '../shared.module';
import { rateLimitsOf, type Config } from '../config';
import { McpLimits } from './mcp-limits';
import { McpController } from './mcp.controller';
import { McpUseCases } from './mcp-use-cases';

@Module({
  controllers: [McpController],
  providers: [
    McpUseCases,
    {
      provide: McpLimits,
      inject: [LimitStores, CONFIG],
      useFactory: ({ keys }: LimitStores, config: Config) =>
        new McpLimits(keys, rateLimitsOf(config), config.MCP_MESSAGES_PER_MINUTE),
    },
  ],
})
export class McpModule {}
