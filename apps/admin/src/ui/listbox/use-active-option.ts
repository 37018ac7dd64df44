import { useId, useState, type KeyboardEvent } from 'react';

interface Options<T> {
  readonly onChoose: (option: T) => void;
  /** A text that is part of the option's ID. */
  readonly keyOf: (option: T) => string;
}

/**
 * A search field with a list of options, of which one is active. The focus stays in the field (combobox pattern of the
 * ARIA practices guide).
 */
export function useActiveOption<T>(options: readonly T[], { onChoose, keyOf }: Options<T>) {
  const [position, setPosition] = useState(0);
  const listId = useId();
  const idOf = (option: T) => `${listId}-${keyOf(option)}`;
  const { length } = options;
  const activeAt = Math.min(position, length - 1);
  const active = options[activeAt];

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || active === undefined) return;
    if (event.key === 'ArrowDown') setPosition((activeAt + 1) % length);
    else if (event.key === 'ArrowUp') setPosition((activeAt - 1 + length) % length);
    else if (event.key === 'Enter') onChoose(active);
    else return;
    event.preventDefault();
  }

  return {
    active,
    activateFirst: () => setPosition(0),
    fieldProps: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': listId,
      'aria-activedescendant': active === undefined ? undefined : idOf(active),
      autoComplete: 'off',
      onKeyDown,
    },
    listProps: { id: listId, role: 'listbox' },
    propsOf: (option: T) => ({
      id: idOf(option),
      role: 'option',
      'data-active': option === active || undefined,
      // The pointer moves the choice only when it moves, not when the list scrolls below it.
      onMouseMove: () => setPosition(options.indexOf(option)),
      // Keeps the focus in the field.
      onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
      onClick: () => onChoose(option),
      ref: (element: HTMLElement | null) => {
        if (option === active) element?.scrollIntoView({ block: 'nearest' });
      },
    }),
  };
}
