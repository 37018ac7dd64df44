import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as client from '..';

const PROJECT = join(__dirname, '../..');
const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
const guide = readFileSync(join(PROJECT, '../../docs/guides/typed-client.md'), 'utf8');

const code = programOf(readme);
const PROGRAMS = {
  readme: code,
  invalid: code.replace("status: 'planned' }", "status: 'later' }"),
  guide: programOf(guide).replaceAll("'@feedback-service/client'", "'@libs/api-client'"),
};

function programOf(document: string): string {
  return [...document.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, block]) => block!).join('\n');
}

/** Returns a function that returns the compile errors of a file in this project. Loads the project once. */
function compiled(texts: Readonly<Record<string, string>>): (name: string) => string[] {
  const config = ts.getParsedCommandLineOfConfigFile(join(PROJECT, '../../tsconfig.json'), {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => {},
  } as ts.ParseConfigFileHost)!;
  const pathOf = (name: string) => join(PROJECT, `${name}.md.ts`);
  const files = new Map(Object.entries(texts).map(([name, text]) => [pathOf(name), text]));
  const host = ts.createCompilerHost(config.options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...more) => {
    const text = files.get(path);
    return text === undefined
      ? getSourceFile(path, target, ...more)
      : ts.createSourceFile(path, text, target);
  };
  const program = ts.createProgram([...files.keys()], config.options, host);
  return (name) => {
    const source = program.getSourceFile(pathOf(name))!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
    );
  };
}

const anyClient = client.createFeedbackClient({ baseUrl: 'https://a.example', apiKey: 'key' });
const membersOf = (object: object): readonly string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter((name) => name !== 'constructor');

let errorsOf: (name: keyof typeof PROGRAMS) => string[];
beforeAll(() => {
  errorsOf = compiled(PROGRAMS);
});

describe('README.md', () => {
  it('has code blocks that compile together', () => {
    expect(code.length).toBeGreaterThan(1000);
    expect(errorsOf('readme')).toEqual([]);
  });

  it('fails to compile with an invalid status', () => {
    expect(errorsOf('invalid')).toEqual([expect.stringContaining('"later"')]);
  });

  it.each(['README.md', 'package.md'])('lists the members of a client: %s', (name) => {
    const text = readFileSync(join(PROJECT, name), 'utf8');
    for (const member of ['external', 'tags', 'webhooks', 'notes', 'requests', ...membersOf(anyClient)])
      expect(text).toContain(`\`${member}\``);
  });

  it('lists the members of its groups, and what else the package has', () => {
    for (const name of ['external', 'tags', 'webhooks', 'notes', 'requests'] as const) {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\`: `))!;
      const members = [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, member]) => member);
      expect(members.toSorted()).toEqual([name, ...membersOf(anyClient[name])].toSorted());
    }
    for (const name of Object.keys(client)) expect(readme).toContain(`\`${name}\``);
  });

  it('states the default options', () => {
    const options = readFileSync(join(__dirname, 'options.ts'), 'utf8');
    expect(options).toContain('RETRIES = 4;');
    expect(options).toContain('MAX_WAIT_MS = 300_000;');
    expect(readme).toContain('`retries` (4)');
    expect(readme).toContain('`maxWaitMs` (5 minutes)');
  });
});

describe('docs/guides/typed-client.md', () => {
  it('has code blocks that compile together', () => {
    expect(PROGRAMS.guide.length).toBeGreaterThan(1000);
    expect(errorsOf('guide')).toEqual([]);
  });
});
