import { readFile } from 'node:fs/promises';
import type { NewRequest } from '@libs/api-client';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';
import { readStdin } from '../items/standard-input';

/**
 * Reads a request from each line, an email address or a JSON object, or one JSON document. Skips empty lines. The service
 * validates the requests.
 * @param file `-` for standard input
 */
export async function readRequests(context: Context, file: string): Promise<readonly NewRequest[]> {
  const text = file === '-' ? await readStdin(context, 'email addresses or JSON') : await readTextFile(file);
  return requestsOf(parsed(text)) ?? text.split('\n').flatMap((line, at) => requestOf(line.trim(), at + 1));
}

/** The requests of an array, or of a body of the API; null for any other value. */
function requestsOf(document: unknown): readonly NewRequest[] | null {
  if (Array.isArray(document)) return document;
  if (typeof document !== 'object' || document === null) return null;
  const { requests } = document as { requests?: unknown };
  return Array.isArray(requests) ? requests : [document];
}

function requestOf(line: string, number: number): readonly NewRequest[] {
  if (line === '') return [];
  if (!line.startsWith('{')) return [{ email: line }];
  const request = parsed(line);
  if (request === undefined) throw new CliError(`Line ${number} is not valid JSON`, EXIT.invalid);
  return [request as NewRequest];
}

/** Returns undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function readTextFile(file: string): Promise<string> {
  const bytes = await readFile(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError('The file is not valid UTF-8', EXIT.invalid);
  }
}
