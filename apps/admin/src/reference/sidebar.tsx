import { Anchor, Button, Kbd, TextInput } from '@mantine/core';
import { Menu, Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../messages';
import { filterGroups } from './filter';
import sideBar from '../ui/pages/side-bar.module.css';
import styles from './docs.module.css';
import { MethodBadge } from './article/method-badge';
import type { Reference } from './document/reference';
import { useKeyBinding } from './use-key-binding';
import { goToOperation } from './use-selected-operation';

const texts = t.docs.nav;
const LINK = `${sideBar.link} ${styles.link}`;

interface Props {
  readonly reference: Reference;
  /** The current operation; empty for the introduction. */
  readonly operationId: string;
}

/** Closes the sidebar on Escape or a click outside, like a menu. */
function useCloseOnOutside(sidebar: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const run = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const handlePointerDown = ({ target }: PointerEvent) => {
      if (!sidebar.current?.contains(target as Node)) run();
    };
    const handleKeyDown = ({ key, isComposing }: globalThis.KeyboardEvent) => {
      if (key === 'Escape' && !isComposing) run();
    };
    document.addEventListener('pointerdown', handlePointerDown);
    document.addEventListener('keydown', handleKeyDown);
    return () => {
      document.removeEventListener('pointerdown', handlePointerDown);
      document.removeEventListener('keydown', handleKeyDown);
    };
  }, [sidebar, isOpen]);
}

/** The operations by group. On a phone, a collapsible menu at the top. */
export function Sidebar({ reference, operationId }: Props) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const sidebar = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useCloseOnOutside(sidebar, isOpen, () => {
    const hadFocus = sidebar.current!.contains(document.activeElement);
    setOpen(false);
    if (hadFocus) toggle.current!.focus();
  });
  const groups = filterGroups(reference.groups, text);
  useKeyBinding('/', () => {
    // Synchronously, so that the next key press goes to the field.
    flushSync(() => setOpen(true));
    field.current?.select();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const first = groups[0]?.operations[0];
    if (event.key === 'Enter' && first) goToOperation(first.id);
    else if (event.key !== 'Escape') return;
    setText('');
    setOpen(false);
  };

  return (
    <header ref={sidebar} className={`${sideBar.side} ${styles.side}`}>
      <div className={styles.brand}>
        <a href="#" className={styles.product} onClick={() => setOpen(false)}>
          {reference.title}
        </a>
        <Button
          ref={toggle}
          className={styles.toggle}
          variant="default"
          size="xs"
          leftSection={isOpen ? <X size={15} /> : <Menu size={15} />}
          aria-expanded={isOpen}
          aria-controls="operations"
          onClick={() => setOpen(!isOpen)}
        >
          {texts.open}
        </Button>
      </div>
      <div id="operations" className={styles.folded} data-open={isOpen || undefined}>
        <TextInput
          ref={field}
          type="search"
          size="xs"
          aria-label={texts.filter}
          placeholder={texts.filterShort}
          leftSection={<Search size={14} />}
          rightSection={text === '' ? <Kbd size="xs">/</Kbd> : null}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
        />
        <nav className={sideBar.nav} aria-label={texts.label} onClick={() => setOpen(false)}>
          <ul>
            <li>
              <a href="#" className={LINK} aria-current={operationId === '' ? 'page' : undefined}>
                {t.docs.introduction}
              </a>
            </li>
          </ul>
          {groups.map(({ name, operations }) => (
            <div key={name}>
              <p className={styles.group} id={`group-${name}`}>
                {name}
              </p>
              <ul aria-labelledby={`group-${name}`}>
                {operations.map(({ id, summary, method }) => (
                  <li key={id}>
                    <a
                      href={`#${id}`}
                      className={LINK}
                      aria-current={id === operationId ? 'page' : undefined}
                    >
                      <span className={styles.linkText}>{summary}</span>
                      <MethodBadge method={method} />
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {groups.length === 0 && <p className={styles.none}>{texts.none(text)}</p>}
        </nav>
        <div className={styles.documents}>
          <Anchor href="/docs/errors" size="xs">
            {t.docs.errorCodes}
          </Anchor>
          <Anchor href="/docs/openapi.json" size="xs">
            openapi.json
          </Anchor>
          <Anchor href="/docs/openapi.yaml" size="xs">
            openapi.yaml
          </Anchor>
          <Anchor href="/app" size="xs">
            {t.docs.dashboard}
          </Anchor>
        </div>
      </div>
    </header>
  );
}
