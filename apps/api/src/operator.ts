import { runOperator } from './operator/run-operator';

process.exitCode = await runOperator(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
