import type { Versioned } from '@libs/api-client';
import type { Cli } from '../cli';
import { toEtag } from '../items/etag';
import { assertId } from '../items/ids';
import { showResult } from '../items/result';
import { jsonText } from '../output/json';
import { write } from '../output/write';

export interface IfMatchFlag {
  readonly ifMatch?: string;
}

export interface PublishFlags extends IfMatchFlag {
  readonly title: string;
  readonly text?: string;
}

export async function publish(cli: Cli, id: string, { title, text, ifMatch }: PublishFlags): Promise<void> {
  const card = { title, ...(text !== undefined && { text }) };
  const options = { ifMatch: toEtag(ifMatch) };
  await show(cli, 'Published 1 item', await cli.client().publish(assertId(id), card, options));
}

export async function unpublish(cli: Cli, id: string, { ifMatch }: IfMatchFlag): Promise<void> {
  const options = { ifMatch: toEtag(ifMatch) };
  await show(cli, 'Unpublished 1 item', await cli.client().unpublish(assertId(id), options));
}

async function show(cli: Cli, text: string, changed: Versioned): Promise<void> {
  const { stdout } = cli.context;
  if (cli.options.json) await write(stdout, jsonText(changed, stdout));
  else await showResult(cli, text, [changed.data]);
}
