import { page } from './settings';

/** A new element as its parent's last. No markup is parsed, so a page may require trusted types. */
export const add = <K extends keyof HTMLElementTagNameMap>(
  parent: Node,
  tag: K,
  properties?: object | 0,
  innerText = '',
): HTMLElementTagNameMap[K] =>
  parent.appendChild(Object.assign(page.createElement(tag), { innerText }, properties));
