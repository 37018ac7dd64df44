import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../../../../messages';
import { List } from '../../../../ui/layout/list';
import styles from '../developer.module.css';
import { originProblem } from './origin';
import { originError } from './origin-error';

interface Props {
  readonly origins: readonly string[];
  readonly onChange: (origins: readonly string[]) => void;
  /** An origin that is typed but not added yet; the dialog submits it, too. */
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly error: string | null;
}

const texts = t.developer.create;

/** The allowed origins of a submit key. */
export function OriginsField({ origins, onChange, typed, onTyped, error }: Props) {
  const [rejected, setRejected] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const suggestion = rejected === typed ? originProblem(typed)?.suggestion : null;

  const add = (origin: string) => {
    if (originError(origin, origins)) return setRejected(origin);
    onChange([...origins, origin]);
    onTyped('');
    input.current?.focus();
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add(typed);
  };

  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          ref={input}
          className={styles.grow}
          label={texts.origins}
          description={texts.originsHint}
          placeholder="https://www.example.com"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => onTyped(event.currentTarget.value)}
          onKeyDown={onEnter}
          error={(rejected === typed && originError(typed, origins)) || error}
        />
      </Group>
      <Group gap="xs">
        {suggestion && (
          <Button size="xs" variant="light" onClick={() => add(suggestion)}>
            {texts.originSuggestion(suggestion)}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => add(typed)} disabled={typed.trim() === ''}>
          {texts.originAdd}
        </Button>
      </Group>
      {origins.length > 0 && (
        <List look="frame" aria-label={texts.originsAdded}>
          {origins.map((origin) => (
            <li key={origin} className={styles.origin}>
              <Text size="sm" className={styles.mono}>
                {origin}
              </Text>
              <ActionIcon
                aria-label={texts.originRemove(origin)}
                onClick={() => {
                  onChange(origins.filter((other) => other !== origin));
                  input.current?.focus();
                }}
              >
                <X size={14} />
              </ActionIcon>
            </li>
          ))}
        </List>
      )}
    </Stack>
  );
}
