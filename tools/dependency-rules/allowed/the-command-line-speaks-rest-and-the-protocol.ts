// at apps/cli/src/example.ts
import { createFeedbackClient } from '@libs/api-client';
import { STATUSES } from '@libs/feedback';
import { ToolFailure } from '@libs/mcp';

export const parts = [createFeedbackClient, STATUSES, ToolFailure];
