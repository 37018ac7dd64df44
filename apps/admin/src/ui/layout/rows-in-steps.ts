import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Number of rows that a frame adds while the list scrolls. On a slow machine, more of them take over 100 ms. */
const STEP = 8;

/**
 * Returns the rows of a virtual list to render now. While it scrolls, these are the rows that are rendered already and a
 * few others; each of the next frames adds some more.
 * @param cursor index of a row that doesn't wait
 */
export function useRowsInSteps(
  list: Virtualizer<HTMLDivElement, Element>,
  cursor: number,
): readonly VirtualItem[] {
  const [, renderNext] = useReducer((step: number) => step + 1, 0);
  const rendered = useRef<ReadonlySet<VirtualItem['key']>>(new Set());
  const rows = list.getVirtualItems();
  const first = list.range?.startIndex ?? 0;
  const shown = list.isScrolling ? nextRows(rows, rendered.current, first, cursor) : rows;
  useLayoutEffect(() => void (rendered.current = new Set(shown.map(({ key }) => key))));
  const isComplete = shown.length === rows.length;
  useEffect(() => {
    if (isComplete) return;
    const renderedAt = document.timeline.currentTime;
    const next = (time: number) => {
      // A scroll event renders rows before this callback runs, in the same frame.
      if (time === renderedAt) frame = requestAnimationFrame(next);
      else flushSync(renderNext);
    };
    let frame = requestAnimationFrame(next);
    return () => cancelAnimationFrame(frame);
  });
  return shown;
}

/** Adds the visible rows first. */
export function nextRows<Row extends Pick<VirtualItem, 'key' | 'index'>>(
  rows: readonly Row[],
  rendered: ReadonlySet<Row['key']>,
  firstVisible: number,
  cursor: number,
): readonly Row[] {
  const added = rows.filter(({ key, index }) => !rendered.has(key) && index !== cursor);
  const visible = added.filter(({ index }) => index >= firstVisible);
  const before = added.filter(({ index }) => index < firstVisible);
  const waiting = new Set([...visible, ...before].slice(STEP));
  return rows.filter((row) => !waiting.has(row));
}
