import { text } from '../http/html';

/** Renders the Markdown that descriptions use within a paragraph: `code` and **strong**. */
export const marked = (source: string): string =>
  text(source)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
