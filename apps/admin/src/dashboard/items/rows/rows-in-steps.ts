import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Number of rows that a frame adds while the list scrolls. On a slow machine, more of them take over 100 ms. */
const STEP = 6;

/**
 * Returns the rows of a virtual list to render now: all of them, or, after it has scrolled, `STEP` more with each frame.
 * @param cursor index of a row that doesn't wait
 */
export function useRowsInSteps(
  list: Virtualizer<HTMLDivElement, Element>,
  cursor: number,
): readonly VirtualItem[] {
  const [, renderNext] = useReducer((step: number) => step + 1, 0);
  const rendered = useRef({ keys: new Set<VirtualItem['key']>(), isComplete: true });
  const rows = list.getVirtualItems();
  const firstVisible = list.range?.startIndex ?? 0;
  const isStepping = list.isScrolling || !rendered.current.isComplete;
  const shown = isStepping ? nextRows(rows, rendered.current.keys, firstVisible, cursor) : rows;
  const isComplete = shown.length === rows.length;
  useLayoutEffect(() => {
    rendered.current = { keys: new Set(shown.map(({ key }) => key)), isComplete };
  });
  useEffect(() => {
    if (isComplete) return;
    const renderedAt = document.timeline.currentTime;
    const next = (time: number) => {
      // This frame has added its rows already, in a scroll event.
      if (time === renderedAt) frame = requestAnimationFrame(next);
      else flushSync(renderNext);
    };
    let frame = requestAnimationFrame(next);
    return () => cancelAnimationFrame(frame);
  });
  return shown;
}

/** Returns the rows that are rendered already, the cursor's, and `STEP` others: first visible ones, then those before. */
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
