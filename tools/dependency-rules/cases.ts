/** A path, which need not exist, the code to lint there, and rules besides the rule of the entry that reject it. */
type Case = readonly [path: string, code: string, ...otherRules: string[]];

interface Cases {
  readonly rejects: readonly [Case, ...Case[]];
  readonly accepts: readonly [Case, ...Case[]];
}

/** Entry points of the API. */
const ENTRIES = ['main', 'worker', 'http-app', 'app.module', 'database', 'run-process'];

/** Code that lint must reject or accept, by the rule of eslint.config.mjs that it proves. */
export const CASES: Readonly<Record<string, Cases>> = {
  '@nx/enforce-module-boundaries': {
    rejects: [
      ['libs/kernel/src/example.ts', "export { v7 } from 'uuid';"],
      ['libs/kernel/src/example.ts', "export { STATUSES } from '@libs/feedback';"],
      ['libs/feedback/src/example.ts', "export { v7 } from 'uuid';"],
      // Installed, but not in package.json.
      ['libs/feedback/src/example.ts', "export { default } from 'light-my-request';"],
      ['libs/feedback/src/example.ts', "export { AccountUseCases } from '@libs/accounts';"],
      ['libs/feedback/src/example.ts', "export type { Item } from '@libs/contract';"],
      ['libs/feedback/src/example.spec.ts', "export { createDataSource } from '@libs/postgres';"],
      ['libs/accounts/src/example.ts', "export { PostgresAccountRepository } from '@libs/postgres';"],
      ['libs/webhooks/src/example.ts', "export { STATUSES } from '@libs/feedback';"],
      ['libs/postgres/src/example.ts', "export { readConfig } from '../../../apps/api/src/config';"],
      ['libs/postgres/src/example.ts', "export type { FastifyRequest } from 'fastify';"],
      ['libs/postgres/src/example.ts', "export { Injectable } from '@nestjs/common';"],
      ['libs/postgres/src/example.ts', "export { InjectRepository } from '@nestjs/typeorm';"],
      [
        'libs/postgres/src/example.ts',
        "export { useState } from 'react';",
        'architecture/production-needs-no-dev-dependency',
      ],
      ['libs/contract/src/example.ts', "export type { DatabaseOptions } from '@libs/postgres';"],
      ['libs/contract/src/example.ts', "export type { FeedbackClient } from '@libs/api-client';"],
      ['libs/contract/src/example.ts', "export { Injectable } from '@nestjs/common';"],
      [
        'libs/contract/src/example.ts',
        "export { useState } from 'react';",
        'architecture/production-needs-no-dev-dependency',
      ],
      ['libs/api-client/src/example.ts', "export { STATUSES } from '@libs/feedback';"],
      ['libs/api-client/src/example.ts', "export { fastify } from 'fastify';"],
      ['libs/mcp/src/example.ts', "export { PostgresFeedbackRepository } from '@libs/postgres';"],
      ['libs/mcp/src/example.ts', "export { createFeedbackClient } from '@libs/api-client';"],
      ['apps/admin/src/example.ts', "export { API_KEYS_MAX } from '@libs/accounts/limits';"],
      ['apps/admin/src/example.ts', "export { createDataSource } from '@libs/postgres';"],
      ['apps/admin/src/example.ts', "export { Injectable } from '@nestjs/common';"],
      ['apps/admin/src/example.ts', "export { readConfig } from '../../api/src/config';"],
      ['apps/widget/src/example.ts', "export { newSecret } from '@libs/accounts';"],
      ['apps/widget/src/example.ts', "export { ToolFailure } from '@libs/mcp';"],
      ['apps/cli/src/example.ts', "export { PostgresFeedbackRepository } from '@libs/postgres';"],
      ['apps/cli/src/example.ts', "export { DataSource } from 'typeorm';"],
      ['apps/cli/src/example.ts', "export { Product } from '@tools/testing';"],
      ['apps/api/src/tags/example.ts', "export { Product } from '@tools/testing';"],
      [
        'apps/api/src/tags/example.ts',
        "export { newFeedback } from '../../../../libs/feedback/src/items/feedback';",
      ],
      ['apps/browser-tests/example.ts', "export { STATUSES } from '@libs/feedback';"],
      ['tools/testing/example.ts', "export { STATUSES } from '@libs/feedback';"],
    ],
    accepts: [
      ['libs/kernel/src/example.ts', "export type { Clock } from './clock';"],
      [
        'libs/feedback/src/example.ts',
        "export { DomainError } from '@libs/kernel'; export type { Feedback } from './items/feedback';",
      ],
      [
        'libs/postgres/src/feedback/example.ts',
        "export type { Feedback } from '@libs/feedback'; export { DomainError } from '@libs/kernel'; export type { PoolClient } from 'pg'; export { DataSource } from 'typeorm';",
      ],
      [
        'libs/contract/src/example.ts',
        "export type { FeedbackJson } from '@libs/feedback'; export { codePoints } from '@libs/kernel';",
      ],
      ['libs/api-client/src/example.ts', "export type { Data } from '@libs/contract';"],
      [
        'libs/mcp/src/example.ts',
        "export { STATUSES } from '@libs/feedback'; export { DomainError } from '@libs/kernel'; export { Server } from '@modelcontextprotocol/server';",
      ],
      [
        'apps/admin/src/example.ts',
        "export type { Item } from '@libs/contract'; export { DomainError } from '@libs/kernel'; export { STATUSES } from '@libs/feedback';",
      ],
      [
        'apps/cli/src/example.ts',
        "export { createFeedbackClient } from '@libs/api-client'; export { STATUSES } from '@libs/feedback'; export { ToolFailure } from '@libs/mcp';",
      ],
      ['apps/cli/e2e/example.e2e.ts', "export { Product } from '@tools/testing';"],
      ['apps/api/src/account/example.ts', "export type { Item } from '@libs/contract';"],
      ['apps/browser-tests/example.ts', "export { Product } from '@tools/testing';"],
      ['tools/testing/example.ts', "export { createDatabase } from '@testing/database';"],
    ],
  },

  'architecture/feedback-imports-no-other-context': {
    rejects: [
      [
        'libs/postgres/src/feedback/example.ts',
        "export { AccountSchema } from '../accounts/account/account.schema';",
      ],
      ['libs/postgres/src/feedback/example.ts', "require('../accounts/account/account.schema');"],
    ],
    accepts: [
      [
        'libs/postgres/src/feedback/example.ts',
        "export { AccountScope } from '../connection/account-scope'; export type { Feedback } from '@libs/feedback';",
      ],
      [
        'libs/postgres/src/feedback/example.spec.ts',
        "export { anAccount } from '@libs/accounts/testing'; export { testDataSource } from '../../testing';",
      ],
    ],
  },
  'architecture/accounts-imports-no-other-context': {
    rejects: [['libs/postgres/src/accounts/example.ts', "export type { Feedback } from '@libs/feedback';"]],
    accepts: [['libs/postgres/src/accounts/example.ts', "export type { Account } from '@libs/accounts';"]],
  },
  'architecture/webhooks-imports-no-other-context': {
    rejects: [
      [
        'libs/postgres/src/webhooks/example.ts',
        "export { FeedbackSchema } from '../feedback/items/feedback.schema';",
      ],
    ],
    accepts: [
      ['libs/postgres/src/webhooks/example.ts', "export { ENDPOINT_COLUMNS } from './endpoint.rows';"],
    ],
  },
  'architecture/adapters-only-in-the-wiring': {
    rejects: [
      ['apps/api/src/tags/example.controller.ts', "export { migrate } from '@libs/postgres';"],
      ['apps/api/src/tags/example.controller.ts', "export type { DataSource } from 'typeorm';"],
      ['apps/api/src/http/example.ts', "export { RedisRateLimitStore } from '@libs/redis';"],
      [
        'apps/api/src/tags/example.controller.ts',
        "export { createFeedback } from '../composition/feedback';",
        'architecture/no-capability-imports-another',
      ],
      ['apps/api/src/http/example.ts', "export { InjectRepository } from '@nestjs/typeorm';"],
      ['apps/api/src/http/example.ts', "export type { Pool } from 'pg';"],
      ['apps/api/src/http/example.ts', "export { Redis } from 'ioredis';"],
    ],
    accepts: [
      [
        'apps/api/src/tags/example.module.ts',
        "export { PostgresFeedbackRepository } from '@libs/postgres'; export { DataSource } from 'typeorm';",
      ],
      ['apps/api/src/composition/example.ts', "export { PostgresFeedbackRepository } from '@libs/postgres';"],
      ['apps/api/src/operator/example.ts', "export { PostgresAccountRepository } from '@libs/postgres';"],
      ['apps/api/src/tags/example.module.ts', "export { openSecrets } from '../composition/secrets';"],
    ],
  },
  'architecture/imports-point-one-way': {
    rejects: [
      [
        'apps/api/src/tags/example.ts',
        "export { main } from '../operator';",
        'architecture/no-capability-imports-another',
      ],
      ...ENTRIES.map((name): Case => ['apps/api/src/tags/example.ts', `export * from '../${name}';`]),
    ],
    accepts: [
      ['apps/api/src/form/example.ts', "export { clock } from '../shared.module';"],
      ['apps/api/src/cluster/example.ts', "export { run } from '../run-process';"],
    ],
  },
  'architecture/no-capability-imports-another': {
    rejects: [
      ['apps/api/src/batch/example.openapi.ts', "export { feedback } from '../items/items.openapi';"],
      ['apps/api/src/mcp/example.ts', "export { formErrors } from '../form/form-errors';"],
      ['apps/api/src/tags/example.ts', "export { McpHandler } from '../mcp/mcp-handler';"],
      ['apps/api/src/notifications/mail/example.ts', "export type { Mail } from '../../mail/mail-sender';"],
      ['apps/api/src/storage/example.ts', "export { Metrics } from '../metrics/metrics';"],
      ['apps/api/src/reference/example.ts', "import('../tags');"],
      // What all share knows none of them, and neither do the doors.
      ['apps/api/src/openapi/example.ts', "export { tags } from '../tags/tags.openapi';"],
      ['apps/api/src/doors/example.ts', "export { formPage } from '../form/form.page';"],
    ],
    accepts: [
      [
        'apps/api/src/tags/example.ts',
        "export { doors } from '../http/routes'; export { readConfig } from '../config'; export { tags } from './tags.openapi';",
      ],
      [
        'apps/api/src/batch/example.ts',
        "export { CursorCodec } from '../cursors/cursor'; export { textOf } from '../idempotency/idempotency.http'; export { open } from '../openapi/schemas';",
      ],
      ['apps/api/src/members/example.ts', "export { SessionIssuer } from '../sign-in/session-issuer';"],
      ['apps/api/src/storage/example.ts', "export { OBSERVER } from '../metrics/observer';"],
      ['apps/api/src/doors/example.ts', "export { SessionCookie } from '../sign-in/session-cookie';"],
      [
        'apps/api/src/feedback/example.module.ts',
        "export { TagsController } from '../tags/tags.controller';",
      ],
      ['apps/api/src/operator/example.ts', "export { AccountRemoval } from '../account/account-removal';"],
      ['apps/api/src/reference/openapi-document.ts', "export { tags } from '../tags/tags.openapi';"],
      ['apps/api/src/items/example.spec.ts', "export { INVALID_TAG_CHANGES } from '../tags/tags.openapi';"],
    ],
  },
  'architecture/http-imports-no-capability': {
    rejects: [
      [
        'apps/api/src/http/example.ts',
        "export { addApiPipeline } from '../doors/api-key';",
        'architecture/only-http-app-imports-doors',
        'architecture/no-capability-imports-another',
      ],
      [
        'apps/api/src/http/requests/example.ts',
        "export { tags } from '../../tags/tags.openapi';",
        'architecture/no-capability-imports-another',
      ],
    ],
    accepts: [
      ['apps/api/src/http/requests/example.ts', "export { config } from '../../config';"],
      ['apps/api/src/http/example.ts', "export { clock } from '../shared.module';"],
    ],
  },
  'architecture/only-http-app-imports-doors': {
    rejects: [
      [
        'apps/api/src/tags/example.controller.ts',
        "export { resolveCaller } from '../doors/api-key';",
        'architecture/no-capability-imports-another',
      ],
      [
        'apps/api/src/sessions/example.ts',
        "import('../doors/member');",
        'architecture/no-capability-imports-another',
      ],
      ['apps/api/src/example.module.ts', "export { addFormPipeline } from './doors/visitor';"],
    ],
    accepts: [
      ['apps/api/src/http-app.ts', "export { addApiPipeline } from './doors/api-key';"],
      ['apps/api/src/doors/example.ts', "export { resolveCaller } from './api-key';"],
      ['apps/api/src/tags/example.controller.ts', "export { doors } from '../http/routes';"],
    ],
  },
  'architecture/controllers-see-use-cases': {
    rejects: [
      [
        'apps/api/src/tags/example.controller.ts',
        "import type { FeedbackRepository } from '@libs/feedback';",
      ],
      ['apps/api/src/tags/example.controller.ts', "import type { RateLimitStore } from '@libs/accounts';"],
      ['apps/api/src/tags/example.controller.ts', "import type { PasswordHasher } from '@libs/accounts';"],
    ],
    accepts: [
      ['apps/api/src/tags/example.controller.ts', "import { FeedbackUseCases } from '@libs/feedback';"],
    ],
  },
  'architecture/through-the-front-door': {
    rejects: [
      [
        'apps/api/src/tags/example.ts',
        "export { newFeedback } from '@libs/feedback/src/items/feedback';",
        '@nx/enforce-module-boundaries',
      ],
      [
        'apps/api/src/tags/example.ts',
        "export { TITLE_MAX } from '@libs/feedback/limits';",
        '@nx/enforce-module-boundaries',
      ],
    ],
    accepts: [
      ['apps/api/src/tags/example.ts', "export { newFeedback } from '@libs/feedback';"],
      ['apps/api/src/tags/example.ts', "export { API_KEYS_MAX } from '@libs/accounts/limits';"],
    ],
  },
  'architecture/testing-only-in-tests': {
    rejects: [
      [
        'apps/api/src/example.module.ts',
        "export { InMemoryFeedbackRepository } from '@libs/feedback/testing';",
      ],
      ['apps/api/src/example.module.ts', "export { createDatabase } from '@testing/database';"],
      ['libs/accounts/src/example.ts', "export { anAccount } from '../testing';"],
      ['libs/accounts/src/example.ts', "export * from './account.spec';"],
      [
        'apps/cli/src/example.ts',
        "export { run } from '../../api/e2e/support';",
        '@nx/enforce-module-boundaries',
      ],
    ],
    accepts: [
      [
        'apps/api/e2e/example.e2e.ts',
        "export { InMemoryFeedbackRepository } from '@libs/feedback/testing'; export { useFreshDatabase } from '@libs/postgres/testing';",
      ],
    ],
  },
  'architecture/production-needs-no-dev-dependency': {
    rejects: [['apps/api/src/http/example.ts', "export { Ajv } from 'ajv/dist/2020.js';"]],
    accepts: [
      ['apps/api/src/http/example.ts', "export { fastify } from 'fastify';"],
      ['libs/postgres/src/example.spec.ts', "export { property } from 'fast-check';"],
    ],
  },

  'architecture/the-contract-runs-in-a-browser': {
    rejects: [['libs/contract/src/example.ts', "export { API_KEYS_MAX } from '@libs/accounts';"]],
    accepts: [['libs/contract/src/example.ts', "export { API_KEYS_MAX } from '@libs/accounts/limits';"]],
  },
  'architecture/limits-import-nothing': {
    rejects: [
      ['libs/accounts/src/limits.ts', "export { newSecret } from './api-keys/api-key';"],
      ['libs/accounts/src/api-keys/api-key.limits.ts', "import { createHash } from 'node:crypto';"],
      ['libs/accounts/src/roles.ts', "export { newSecret } from './api-keys/api-key';"],
    ],
    accepts: [
      ['libs/accounts/src/roles.ts', "export { ROLES } from '@libs/kernel';"],
      ['libs/accounts/src/limits.ts', "export * from './api-keys/api-key.limits';"],
      ['libs/accounts/src/api-keys/api-key.limits.ts', 'export const API_KEYS_MAX = 20;'],
    ],
  },
  'architecture/the-contract-takes-types-and-constants': {
    rejects: [
      ['libs/contract/src/example.ts', "import { newFeedback } from '@libs/feedback';"],
      ['libs/contract/src/example.ts', "import * as feedback from '@libs/feedback';"],
      ['libs/contract/src/example.ts', "import feedback from '@libs/feedback';"],
      ['libs/contract/src/example.ts', "export const load = () => import('@libs/feedback');"],
      ['libs/contract/src/example.ts', "export { newFeedback } from '@libs/feedback';"],
      ['libs/contract/src/example.ts', "export * from '@libs/feedback';"],
    ],
    accepts: [
      [
        'libs/contract/src/example.ts',
        "import { PASSWORD_MIN, type Plan } from '@libs/accounts/limits'; import { codePoints } from '@libs/kernel';",
      ],
      [
        'libs/contract/src/example.ts',
        "export * from '@libs/accounts/limits'; export { TITLE_MAX, type Status } from '@libs/feedback';",
      ],
    ],
  },

  'architecture/a-core-knows-no-node': {
    rejects: [
      ['libs/feedback/src/example.ts', "import { isIP } from 'net';"],
      ['libs/feedback/src/example.ts', "import net = require('node:net');"],
      ['libs/feedback/src/example.ts', "export const read = () => import('node:fs/promises');"],
      ['libs/webhooks/src/endpoints/example.ts', "export { createHmac } from 'node:crypto';"],
      ['libs/contract/src/example.ts', "export { createHash } from 'node:crypto';"],
      ['libs/kernel/src/example.ts', "export { createHash } from 'node:crypto';"],
    ],
    accepts: [
      ['libs/feedback/src/example.spec.ts', "export { readFileSync } from 'node:fs';"],
      ['libs/postgres/src/example.ts', "export { createHash } from 'node:crypto';"],
    ],
  },
  // The rules for imports don't see a type that is imported inline.
  '@typescript-eslint/consistent-type-imports': {
    rejects: [['libs/feedback/src/example.ts', "export type Path = import('node:fs').PathLike;"]],
    accepts: [['libs/feedback/src/example.ts', "export type { Clock } from '@libs/kernel';"]],
  },
  'architecture/accounts-knows-crypto-and-zlib': {
    rejects: [
      ['libs/accounts/src/example.ts', "export { readFileSync } from 'node:fs';"],
      ['libs/accounts/src/example.ts', "export { verify } from '@node-rs/argon2';"],
    ],
    accepts: [
      [
        'libs/accounts/src/example.ts',
        "export { randomBytes } from 'node:crypto'; export { crc32 } from 'node:zlib';",
      ],
      [
        'libs/accounts/src/account/argon2-password-hasher.ts',
        "export { availableParallelism } from 'node:os'; export { hash } from '@node-rs/argon2';",
      ],
    ],
  },
  'architecture/signing-knows-crypto': {
    rejects: [['libs/webhooks/src/signing/example.ts', "export { readFileSync } from 'node:fs';"]],
    accepts: [['libs/webhooks/src/signing/example.ts', "export { createPublicKey } from 'node:crypto';"]],
  },
  'architecture/only-signing-signs': {
    rejects: [['libs/webhooks/src/endpoints/example.ts', "export { Webhook } from 'standardwebhooks';"]],
    accepts: [['libs/webhooks/src/signing/example.ts', "export { Webhook } from 'standardwebhooks';"]],
  },
  'no-restricted-globals': {
    rejects: [
      ['libs/feedback/src/example.ts', 'Buffer.byteLength(text);'],
      ['libs/feedback/src/example.ts', 'process.exit();'],
      ['libs/feedback/src/example.ts', 'global.gc();'],
      ['libs/feedback/src/example.ts', "require('./example');"],
    ],
    accepts: [
      ['libs/webhooks/src/signing/example.ts', 'Buffer.byteLength(text);'],
      ['libs/postgres/src/example.ts', 'Buffer.byteLength(text);'],
    ],
  },
  'architecture/time-and-ids-are-arguments': {
    rejects: [
      ['libs/feedback/src/example.ts', 'new Date();'],
      ['libs/feedback/src/example.ts', 'Date();'],
      ['libs/feedback/src/example.ts', 'performance.now();'],
      ['libs/feedback/src/example.ts', 'Math.random();'],
      ['libs/feedback/src/example.ts', 'crypto.randomUUID();'],
      ['libs/accounts/src/example.ts', 'Date.now();'],
      ['libs/accounts/src/example.ts', "import { randomUUID } from 'node:crypto';"],
      ['libs/webhooks/src/signing/example.ts', 'Math.floor(Date.now() / 1000);'],
    ],
    accepts: [
      ['libs/kernel/src/example.ts', "new Date('2026-11-16T00:00:00Z');"],
      ['libs/feedback/src/example.spec.ts', 'Date.now();'],
      ['apps/admin/src/example.ts', 'new Date();'],
    ],
  },

  'architecture/connections-keep-no-state': {
    rejects: [
      ['libs/postgres/src/example.ts', "query('SET statement_timeout = 5');"],
      ['libs/postgres/src/example.ts', 'query(`SET statement_timeout = ${time}`);'],
      ['libs/postgres/src/example.ts', 'query(`\n  SET\n  TIME ZONE UTC`);'],
      ['libs/postgres/src/example.ts', "query('RESET statement_timeout');"],
      ['libs/postgres/src/example.ts', "query('SET LOCAL jit = off; SET lock_timeout = 5');"],
      ['libs/postgres/src/example.ts', 'query(`SELECT ${NO_JIT}, set_config($1, $2, false)`);'],
      ['libs/postgres/src/example.ts', "query('SELECT pg_try_advisory_lock($1)');"],
      ['libs/postgres/src/example.ts', "query('SELECT pg_advisory_unlock_shared($1)');"],
      ['libs/postgres/src/example.ts', "query('LISTEN changes');"],
      ['libs/postgres/src/example.ts', "query('CREATE TEMP TABLE ids (id uuid)');"],
      ['libs/postgres/src/example.ts', "query('DECLARE ids CURSOR WITH HOLD FOR SELECT 1');"],
      ['apps/api/src/http/example.ts', "query('PREPARE statement AS SELECT 1');"],
      ['apps/api/src/http/example.ts', "query('SELECT lastval()');"],
    ],
    accepts: [
      ['libs/postgres/src/example.ts', "query('SET LOCAL statement_timeout = 5; SELECT 1');"],
      ['libs/postgres/src/example.ts', 'query(`UPDATE ${table} SET status = $1`);'],
      ['libs/postgres/src/example.ts', "query(`SELECT set_config('jit', 'off', true)`);"],
      ['libs/postgres/src/example.ts', "query('SELECT pg_try_advisory_xact_lock($1)');"],
      ['libs/postgres/src/example.ts', "query('SET CONSTRAINTS ALL DEFERRED');"],
      ['libs/postgres/src/example.ts', "({ onDelete: 'SET NULL' });"],
      ['libs/postgres/src/embedded/example.ts', "query('SELECT pg_advisory_lock($1)');"],
      ['libs/postgres/src/example.spec.ts', "query('SET ROLE reader');"],
    ],
  },

  'architecture/environment-only-in-config': {
    rejects: [
      ['apps/api/src/http/example.ts', 'process.env.PORT;'],
      ['apps/api/src/http/example.ts', "process['env'];"],
      ['apps/api/src/http/example.ts', "import { env } from 'node:process';"],
      ['apps/cli/src/example.ts', "process.env['HOME'];"],
      ['libs/postgres/src/example.ts', 'const { env } = process;'],
    ],
    accepts: [
      ['apps/api/src/main.ts', 'process.env;'],
      ['apps/cli/src/main.ts', 'process.env;'],
      ['apps/api/e2e/example.e2e.ts', 'process.env.CI;'],
    ],
  },
  'no-console': {
    rejects: [['apps/api/src/http/example.ts', "console.log('here');"]],
    accepts: [['apps/api/e2e/example.e2e.ts', "console.log('here');"]],
  },
  'architecture/no-stray-javascript': {
    rejects: [['libs/feedback/src/feedback.js', 'export const STATUSES = [];']],
    accepts: [['apps/admin/vite.config.mjs', 'export default {};']],
  },
};
