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

/** A content security policy source that allows this inline style sheet only. */
export const styleSource = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
