import { readFile } from 'node:fs/promises';
import type { NewRequest } from '@libs/api-client';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';
import { readStdin } from '../items/standard-input';

/**
 * Reads a request from each line: an email address, or a JSON object. Skips empty lines. The service validates them.
 * @param file `-` for standard input
 */
export async function readRequests(context: Context, file: string): Promise<readonly NewRequest[]> {
  const text = file === '-' ? await readStdin(context, 'email addresses or JSON') : await readTextFile(file);
  return text.split('\n').flatMap((line, at) => {
    const trimmed = line.trim();
    if (trimmed === '') return [];
    return [trimmed.startsWith('{') ? parseLine(trimmed, at + 1) : { email: trimmed }];
  });
}

function parseLine(line: string, number: number): NewRequest {
  try {
    return JSON.parse(line) as NewRequest;
  } catch {
    throw new CliError(`Line ${number} is not valid JSON`, EXIT.invalid);
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
