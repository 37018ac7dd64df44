import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const PROJECT = join(__dirname, '../..');
const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
const code = programsOf(readme);

function programsOf(document: string): string {
  return [...document.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, block]) => block!).join('\n');
}

/** Returns the compile errors of a file in this project. */
function compileErrors(text: string): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(join(PROJECT, 'tsconfig.json'), {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => {},
  } as ts.ParseConfigFileHost)!;
  const file = join(PROJECT, 'README.md.ts');
  const host = ts.createCompilerHost(config.options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? text : readFile(name));
  host.getSourceFile = (name, target, ...more) =>
    name === file ? ts.createSourceFile(name, text, target) : getSourceFile(name, target, ...more);
  const program = ts.createProgram([file], config.options, host);
  const source = program.getSourceFile(file)!;
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}

describe('README.md', () => {
  it('has code blocks that compile together', () => {
    expect(code.length).toBeGreaterThan(1000);
    expect(compileErrors(code)).toEqual([]);
  }, 60_000);

  it('fails to compile with an invalid status', () => {
    expect(compileErrors(code.replace("status: 'planned' }", "status: 'later' }"))).toEqual([
      expect.stringContaining('"later"'),
    ]);
  }, 60_000);

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
    const guide = readFileSync(join(PROJECT, '../../docs/guides/typed-client.md'), 'utf8');
    const programs = programsOf(guide).replaceAll("'@feedback-service/client'", "'@libs/api-client'");
    expect(programs.length).toBeGreaterThan(1000);
    expect(compileErrors(programs)).toEqual([]);
  }, 60_000);
});
