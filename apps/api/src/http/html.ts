import { createHash } from 'node:crypto';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Inert in HTML text and in quoted attributes. */
export const text = (value: string): string => value.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** The source that lets one inline style sheet, and no other, through a content security policy. */
export const styleSource = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
