import type { Cli } from '../cli';
import { parseTypes } from '../events/types-option';
import { write } from '../output/write';
import { forward } from './forward';
import { resultRows } from './result-rows';
import { createSigner } from './signing-secret';

export interface ListenFlags {
  readonly forwardTo: string;
  readonly types?: string;
  readonly secret?: string;
}

/** Posts new events until the signal is aborted. */
export async function listen(cli: Cli, { forwardTo: url, types, secret }: ListenFlags): Promise<void> {
  const { context } = cli;
  const { webhook, description } = createSigner(cli, secret);
  const rows = resultRows(cli);
  const feed = cli.client().events({ follow: true, types: parseTypes(types), after: 'latest' });
  cli.print(`Sending events to ${url}`);
  cli.print(`Signing secret: ${description}`);
  let isFirst = true;
  for await (const { event } of feed) {
    const line = rows.line(await forward(event, { url, webhook }, context));
    await write(context.stdout, `${isFirst ? rows.header : ''}${line}`);
    isFirst = false;
  }
}
