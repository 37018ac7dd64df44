import { createHash } from 'node:crypto';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a value for HTML text and quoted attributes. */
export const text = (value: string): string => value.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Escapes a value for XML, which has no escape for some control characters. */
export const xml = (value: string): string =>
  text(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'));

/** A content security policy source that allows this inline style sheet or script only. */
export const inlineSource = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
