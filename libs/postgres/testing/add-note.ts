import { idAt } from '@libs/accounts/testing';
import { SYSTEM } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { PostgresNoteRepository } from '../src/feedback/notes/postgres-note-repository';

/** Adds a note to an item, and returns its ID. */
export async function addNote(
  dataSource: DataSource,
  accountId: string,
  itemId: string,
  text: string,
): Promise<string> {
  const now = new Date();
  const note = {
    accountId,
    itemId,
    id: idAt(now),
    text,
    author: SYSTEM,
    authorName: null,
    createdAt: now.toISOString(),
  };
  expect(await new PostgresNoteRepository(dataSource).add([{ note, mentioned: [] }])).toBe(true);
  return note.id;
}
