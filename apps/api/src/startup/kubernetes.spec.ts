import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { readServiceConfig, variableNames } from '../config';

const ROOT = resolve(__dirname, '../../../..');
const FOLDER = join(ROOT, 'docker/kubernetes');

interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}

interface Template {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly terminationGracePeriodSeconds?: number;
    readonly containers: readonly [Container];
    readonly volumes: readonly { readonly name: string }[];
  };
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template?: Template;
    readonly jobTemplate?: { readonly spec: { readonly template: Template } };
  };
}

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const kustomization = parse(read('kustomization.yaml')) as {
  readonly resources: readonly string[];
  readonly configMapGenerator: readonly [{ readonly name: string; readonly literals: readonly string[] }];
};
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
const pods = manifests.flatMap(({ metadata, spec }) => {
  const template = spec?.template ?? spec?.jobTemplate?.spec.template;
  return template ? [{ name: metadata.name, template }] : [];
});
const isJob = (name: string) => ['feedback-migration', 'feedback-backup'].includes(name);
const shared = Object.fromEntries(
  kustomization.configMapGenerator[0].literals.map((literal) => literal.split(/=(.*)/s, 2)),
) as Record<string, string>;

/** Values of the secrets that are variables. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_DIRECT_URL: 'postgres://u:p@db/feedback',
  SMTP_URL: 'smtp://mail.example.com',
  REDIS_URL: 'redis://redis:6379',
};

/** docs/operating/kubernetes.md */
describe('docker/kubernetes', () => {
  it('lists every file', () => {
    expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual(readdirSync(FOLDER).sort());
  });

  it('matches the types that are generated from the schemas of Kubernetes', () => {
    expect(typeErrors(manifests)).toEqual([]);
    const [first, ...others] = manifests;
    expect(typeErrors([{ ...first!, metadata: { name: 'x', labls: {} } } as Manifest, ...others])).toEqual([
      expect.stringContaining('labls'),
    ]);
  });

  it.each(pods)('$name has a valid configuration and an existing program', ({ name, template }) => {
    const [container] = template.spec.containers;
    const variables = {
      ...(container.envFrom?.[0]?.configMapRef.name === kustomization.configMapGenerator[0].name && shared),
      ...Object.fromEntries(
        (container.env ?? []).map(({ name: variable, value }) => [
          variable,
          value ?? SECRETS[variable] ?? '',
        ]),
      ),
    };
    expect(Object.values(variables)).not.toContain('');
    expect(Object.keys(variables).filter((variable) => !variableNames().includes(variable))).toEqual([]);
    const files = Object.entries(variables).filter(([variable]) => variable.endsWith('_FILE'));
    const folder = container.volumeMounts.find((mount) => mount.name === 'secrets')!.mountPath;
    for (const [, path] of files) expect(path.startsWith(`${folder}/`)).toBe(true);
    const volumes = template.spec.volumes.map((volume) => volume.name);
    for (const mount of container.volumeMounts) expect(volumes).toContain(mount.name);
    if (!isJob(name)) expect(() => readServiceConfig(withoutFiles(variables))).not.toThrow();
    const [program] = /dist\/\S+/.exec(container.command?.join(' ') ?? '') ?? ['dist/apps/api/main.js'];
    const source = program.replace(/^dist\/apps\/api\/(\w+)\.js$/, 'apps/api/src/$1.ts');
    expect(existsSync(join(ROOT, source))).toBe(true);
  });

  it.each(pods.filter(({ name }) => !isJob(name)))(
    '$name stops in time, and has the ports that others use',
    ({ template }) => {
      const [container] = template.spec.containers;
      const REQUESTS_SECONDS = 10;
      const grace = template.spec.terminationGracePeriodSeconds!;
      expect(grace).toBeGreaterThan(Number(shared['SHUTDOWN_DELAY']) + REQUESTS_SECONDS);
      const ports = Object.fromEntries(container.ports!.map((port) => [port.name, port.containerPort]));
      expect(String(ports['metrics'])).toBe(shared['METRICS_PORT']);
      expect(template.metadata.annotations!['prometheus.io/port']).toBe(shared['METRICS_PORT']);
      for (const [property, probe] of Object.entries(container)) {
        if (!property.endsWith('Probe')) continue;
        const { path, port } = (probe as Container['livenessProbe']).httpGet;
        expect([path, Object.keys(ports)]).toEqual([
          property === 'livenessProbe' ? '/healthz' : '/readyz',
          expect.arrayContaining([port]),
        ]);
      }
    },
  );

  it('has the secrets of the documented command in each pod that uses them', () => {
    const used = pods.map(({ name, template }) => [
      name,
      (template.spec.containers[0].env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.key ?? []),
    ]);
    const all = ['database-direct-url', 'smtp-url', 'redis-url'];
    const direct = ['database-direct-url'];
    expect(Object.fromEntries(used)).toEqual({
      'feedback-api': all,
      'feedback-worker': all,
      'feedback-migration': direct,
      'feedback-backup': direct,
    });
    const guide = readFileSync(join(ROOT, 'docs/operating/kubernetes.md'), 'utf8');
    for (const key of all) expect(guide).toContain(`--from-literal=${key}=`);
  });

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).error === undefined;
  (hasKubectl || process.env['TEST_PROGRAMS'] === 'required' ? it : it.skip)(
    'is accepted by kustomize',
    () => {
      const text = execFileSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' });
      const kinds = parseAllDocuments(text).map((document) => (document.toJS() as Manifest).kind);
      expect(kinds.sort()).toEqual([...manifests.map(({ kind }) => kind), 'ConfigMap'].sort());
      expect(text).not.toMatch(/image: feedback-service$/m);
    },
  );
});

/** Replaces the files of secrets by values. */
function withoutFiles(variables: Readonly<Record<string, string>>): Record<string, string> {
  const plain = Object.entries(variables).filter(([name]) => !name.endsWith('_FILE'));
  const SECRET_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  return { ...Object.fromEntries(plain), DATABASE_URL: 'postgres://u:p@db/feedback', SECRET_ENCRYPTION_KEY };
}

/** Compiles the manifests as values of their types, which reports unknown fields too. */
function typeErrors(values: readonly Manifest[]): string[] {
  const text = values
    .map((value, i) => {
      const module = value.apiVersion === 'v1' ? 'core/v1' : value.apiVersion;
      const type = `import('kubernetes-types/${module}').${value.kind}`;
      return `export const m${i}: ${type} = ${JSON.stringify(value)};`;
    })
    .join('\n');
  const path = join(ROOT, 'manifests.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    skipLibCheck: true,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists.call(host, name);
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext)
      : getSourceFile.call(host, name, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([path], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
