import { runOperator } from './operator/run-operator';

/** A second signal ends the process. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'])
    process.once(name, () => controller.abort(new Error(`Stopped by ${name}`)));
  return controller.signal;
}

process.exitCode = await runOperator(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  interrupted,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
