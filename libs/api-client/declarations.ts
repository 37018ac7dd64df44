import { basename, join } from 'node:path';
import ts from 'typescript';

const REST = join(import.meta.dirname, 'src/rest');
const INDEX = join(REST, 'index.ts');
const DOCUMENT = join(REST, 'openapi.ts');

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: [],
  strict: true,
  declaration: true,
  emitDeclarationOnly: true,
  stripInternal: true,
};

/** Names that lead into the types of the OpenAPI document. */
const DOCUMENT_TYPES = ['Schemas', 'QueryOf', 'components'];

/** Texts of files by their paths, or their names. */
type FileTexts = ReadonlyMap<string, string>;

/**
 * The types of the client, for a package of its own: what the index leads to, and nothing else. The types of the
 * OpenAPI document, by far the largest file, are not part of it: what the client takes from there is written out.
 * @throws Error for a program that does not compile, and for an import from elsewhere
 */
export function buildDeclarations(): FileTexts {
  let texts: FileTexts = new Map();
  for (;;) {
    const program = createProgram(texts);
    const next = inlineDocumentTypes(program);
    if ([...next].every(([name, text]) => texts.get(name) === text))
      return reachableFiles(emitDeclarations(program));
    texts = next;
  }
}

/** The client, some of its sources with another text. */
function createProgram(texts: FileTexts): ts.Program {
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile } = host;
  host.getSourceFile = (name, target, ...more) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, target, ...more)
      : ts.createSourceFile(name, text, target);
  };
  return ts.createProgram([INDEX], OPTIONS, host);
}

/** The sources with each reference into the OpenAPI document replaced by its type, which may have further ones. */
function inlineDocumentTypes(program: ts.Program): FileTexts {
  const checker = program.getTypeChecker();
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(REST) && fileName !== DOCUMENT);
  return new Map(files.map((file) => [file.fileName, inlineTypes(file, checker)]));
}

function inlineTypes(file: ts.SourceFile, checker: ts.TypeChecker): string {
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  let text = '';
  let position = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isTypeAliasDeclaration(node) && DOCUMENT_TYPES.includes(node.name.text)) return;
    if (!ts.isTypeNode(node) || !isDocumentType(node)) return ts.forEachChild(node, visit);
    const type = checker.typeToString(checker.getTypeFromTypeNode(node), node, flags);
    text += file.text.slice(position, node.getStart(file)) + type;
    position = node.end;
  };
  ts.forEachChild(file, visit);
  return text + file.text.slice(position);
}

function isDocumentType(node: ts.TypeNode): boolean {
  if (ts.isIndexedAccessTypeNode(node)) return isDocumentType(node.objectType);
  return ts.isTypeReferenceNode(node) && DOCUMENT_TYPES.includes(node.typeName.getText());
}

/** Declaration files by their names, `client` for `client.d.ts`. */
function emitDeclarations(program: ts.Program): FileTexts {
  const [diagnostic] = ts.getPreEmitDiagnostics(program);
  if (diagnostic) throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  const files = new Map<string, string>();
  program.emit(undefined, (name, text) => files.set(basename(name, '.d.ts'), text));
  return files;
}

const IMPORT = /(from |import\()(['"])([^'"]+)\2/g;

/** What the index imports, directly or not. Imports get an ending, which Node's way to resolve them needs. */
function reachableFiles(files: FileTexts): FileTexts {
  const names = new Set(['index']);
  const declarationFiles = new Map<string, string>();
  for (const name of names) {
    const text = files.get(name)!.replace(IMPORT, (_, before, quote, path: string) => {
      const imported = path.replace('./', '');
      if (!files.has(imported)) throw new Error(`The types of the client import ${path}`);
      names.add(imported);
      return `${before}${quote}./${imported}.js${quote}`;
    });
    declarationFiles.set(`${name}.d.ts`, text);
  }
  return declarationFiles;
}
