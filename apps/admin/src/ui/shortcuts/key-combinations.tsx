import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { t } from '../../messages';
import type { Keys } from './shortcut-registry';

const texts = t.shell.shortcuts;

const KEY_NAMES: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  delete: 'Del',
  space: 'Space',
  arrowup: '↑',
  arrowdown: '↓',
};

/** The keys of a shortcut, with its alternatives. */
export function KeyCombinations({ keys }: { readonly keys: readonly Keys[] }) {
  return keys.map((combination, index) => (
    <Fragment key={combination}>
      {index > 0 && ` ${texts.or} `}
      {combination.split(' ').map((press, position) => (
        <Fragment key={position}>
          {position > 0 && ` ${texts.then} `}
          <Kbd>
            {press
              .split('+')
              .map((key) => KEY_NAMES[key] ?? key.toUpperCase())
              .join(' ')}
          </Kbd>
        </Fragment>
      ))}
    </Fragment>
  ));
}
