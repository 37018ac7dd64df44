import { page } from './settings';

/** Appends a new element to its parent. Parses no markup, so pages can require trusted types. */
export const add = <K extends keyof HTMLElementTagNameMap>(
  parent: Node,
  tag: K,
  properties?: object | 0,
  innerText = '',
): HTMLElementTagNameMap[K] =>
  parent.appendChild(Object.assign(page.createElement(tag), { innerText, dir: 'auto' }, properties));
