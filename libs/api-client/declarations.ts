import { basename, join } from 'node:path';
import ts from 'typescript';

const SOURCES = join(import.meta.dirname, 'src');
const INDEX = join(SOURCES, 'index.ts');
const DOCUMENT = join(SOURCES, 'rest/openapi.ts');

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

/** Names of types that refer to the OpenAPI document. */
const DOCUMENT_TYPES = ['Schemas', 'QueryOf', 'components'];

/** File contents by path or name. */
type FileTexts = ReadonlyMap<string, string>;

/**
 * Returns the declaration files of the client package: only those that the index imports. Types from the OpenAPI
 * document, by far the largest file, are inlined, so that the package does not contain it.
 * @throws Error if the program does not compile or imports a file outside the client
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

/** Creates a program of the client with some sources replaced. */
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

/** Replaces each reference to the OpenAPI document by its type, which can contain further references. */
function inlineDocumentTypes(program: ts.Program): FileTexts {
  const checker = program.getTypeChecker();
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(SOURCES) && fileName !== DOCUMENT);
  const document = program.getSourceFile(DOCUMENT)!;
  return new Map(files.map((file) => [file.fileName, inlineTypes(file, checker, document)]));
}

function inlineTypes(file: ts.SourceFile, checker: ts.TypeChecker, document: ts.SourceFile): string {
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  const named = namedSchemas(file);
  let text = '';
  let position = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isTypeAliasDeclaration(node) && DOCUMENT_TYPES.includes(node.name.text)) return;
    if (!ts.isTypeNode(node) || !isDocumentType(node)) return ts.forEachChild(node, visit);
    const type =
      schemaText(node, named, document) ??
      checker.typeToString(checker.getTypeFromTypeNode(node), node, flags);
    // A union as the element of an array.
    const inlined = ts.isArrayTypeNode(node.parent) ? `(${type})` : type;
    text += file.text.slice(position, node.getStart(file)) + inlined;
    position = node.end;
  };
  ts.forEachChild(file, visit);
  return text + file.text.slice(position);
}

const SCHEMA = /components\['schemas'\]\['(\w+)'\]/g;

/** The names that a file gives to whole schemas: `export type Feedback = Schemas['Feedback']`. */
const namedSchemas = (file: ts.SourceFile): ReadonlyMap<string, string> =>
  new Map(
    [...file.text.matchAll(/^export type (\w+) = Schemas\['(\w+)'\];/gm)].map(([, name, schema]) => [
      schema!,
      name!,
    ]),
  );

/** The text of a whole schema, with the names of those that have one; null for any other type. */
function schemaText(
  node: ts.TypeNode,
  named: ReadonlyMap<string, string>,
  document: ts.SourceFile,
): string | null {
  const [, schema] = /^Schemas\['(\w+)'\]$/.exec(node.getText()) ?? [];
  if (schema === undefined) return null;
  const printer = ts.createPrinter({ removeComments: true });
  const textOf = (name: string): string =>
    printer
      .printNode(ts.EmitHint.Unspecified, schemaNode(document, name), document)
      .replace(SCHEMA, (_, inner: string) => named.get(inner) ?? `(${textOf(inner)})`);
  return textOf(schema);
}

/** The type of a schema in `components.schemas` of the OpenAPI document. */
function schemaNode(document: ts.SourceFile, name: string): ts.TypeNode {
  const memberOf = (members: readonly ts.TypeElement[], wanted: string) =>
    (members.find((member) => member.name?.getText(document) === wanted) as ts.PropertySignature).type!;
  const components = document.statements
    .filter(ts.isInterfaceDeclaration)
    .find((one) => one.name.text === 'components')!;
  const schemas = memberOf(components.members, 'schemas') as ts.TypeLiteralNode;
  return memberOf(schemas.members, name);
}

function isDocumentType(node: ts.TypeNode): boolean {
  if (ts.isIndexedAccessTypeNode(node)) return isDocumentType(node.objectType);
  return ts.isTypeReferenceNode(node) && DOCUMENT_TYPES.includes(node.typeName.getText());
}

/** Returns declaration files by name, `client` for `client.d.ts`. */
function emitDeclarations(program: ts.Program): FileTexts {
  const [diagnostic] = ts.getPreEmitDiagnostics(program);
  if (diagnostic) throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  const files = new Map<string, string>();
  // Indented by one space: four take 60 bytes more in the archive.
  const narrow = (text: string) => text.replaceAll(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 4));
  program.emit(undefined, (name, text) => files.set(basename(name, '.d.ts'), narrow(text)));
  return files;
}

const IMPORT = /(from |import\()(['"])([^'"]+)\2/g;

/**
 * Returns the files that the index imports, directly or indirectly. They are in one folder, and imports have the
 * extension that Node.js requires.
 */
function reachableFiles(files: FileTexts): FileTexts {
  const names = new Set(['index']);
  const declarationFiles = new Map<string, string>();
  for (const name of names) {
    const text = files.get(name)!.replace(IMPORT, (_, before, quote, path: string) => {
      const imported = basename(path);
      if (!files.has(imported)) throw new Error(`The types of the client import ${path}`);
      names.add(imported);
      return `${before}${quote}./${imported}.js${quote}`;
    });
    declarationFiles.set(`${name}.d.ts`, text);
  }
  return declarationFiles;
}
