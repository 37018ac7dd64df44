import { Modal, type ModalProps } from '@mantine/core';
import { useEffectEvent, useLayoutEffect, useState, type KeyboardEvent } from 'react';
import { focusAfterRequest } from '../focus/keep-focus';

type Opener = HTMLElement | null;

/** What opened the dialogs that have just closed. A dialog that opens in their place takes it over. */
let closed: readonly Opener[] = [];

/** The open dialogs; the last one lies above the others. */
const open = new Set<symbol>();

interface Props extends Omit<ModalProps, 'opened' | 'closeOnEscape' | 'returnFocus' | 'onKeyDown'> {
  readonly opened?: boolean;
  /** Keeps the dialog open. */
  readonly isPending?: boolean;
}

/**
 * A dialog that returns the focus to what opened it, and closes only itself on Escape, also while the focus is not in it:
 * for a moment after it opened. Mantine returns the focus only if the dialog was mounted before it opened, and leaves
 * Escape to the page, too.
 */
export function Dialog({ opened = true, isPending = false, ...props }: Props) {
  const onClose = () => {
    if (!isPending) props.onClose();
  };
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!opened) return;
    const dialog = Symbol();
    open.add(dialog);
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || [...open].at(-1) !== dialog) return;
      // The dialog is gone when the shortcuts of the page get the event.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      open.delete(dialog);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [opened]);
  useLayoutEffect(() => {
    if (!opened) return;
    const openers = closed.length > 0 ? closed : [currentOpener()];
    closed = [];
    return () => {
      closed = [...closed, ...openers];
      // After React has removed the dialog and enabled the elements behind it.
      setTimeout(() => {
        if (closed.length > 0) returnFocus(closed);
        closed = [];
      });
    };
  }, [opened]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !opened) return;
    event.stopPropagation();
    // An open menu inside closes first.
    if ((event.target as HTMLElement).dataset['mantineStopPropagation'] !== 'true') onClose();
  };
  // A closed dialog is not rendered before it first opens: a page opens faster without it.
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Modal
      {...props}
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      closeOnEscape={false}
      onKeyDown={onKeyDown}
    />
  );
}

/** A menu item disappears with its menu; the menu's button remains. */
function currentOpener(): Opener {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const id = menu?.getAttribute('aria-labelledby');
  return id ? document.getElementById(id) : (activeElement as Opener);
}

/**
 * Moves the focus, unless it was moved elsewhere on purpose: to the opener, or if that is gone or disabled, to the open
 * panel, the list, or the page heading.
 */
function returnFocus(openers: readonly Opener[]): void {
  if (!isLost(document.activeElement) || openers.some(focusAfterRequest)) return;
  const places = ['[data-panel]', 'main [role=grid]', '[data-page-heading]'].map((place) =>
    document.querySelector<HTMLElement>(place),
  );
  [...openers, ...places].some((place) => {
    place?.focus({ preventScroll: true });
    return place !== document.body && place === document.activeElement;
  });
}

/** True also in a dialog that is fading out. */
const isLost = (element: Element | null) => element === document.body || element?.closest('[role=dialog]');
