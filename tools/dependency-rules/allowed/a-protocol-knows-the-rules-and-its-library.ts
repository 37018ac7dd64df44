// at libs/mcp/src/example.ts
import { STATUSES } from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import { Server } from '@modelcontextprotocol/server';

export const parts = [STATUSES, DomainError, Server];
