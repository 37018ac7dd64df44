import { Button, Group, Text } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import { t } from '../../messages';
import { errorMessage } from '../../ui/error-messages';
import type { ItemRemoval } from './mutations/item-mutations';

interface NoticeAction {
  readonly label: string;
  run(): void;
}

export interface Notice {
  readonly id?: string;
  readonly title?: string;
  readonly text: string;
  readonly action?: NoticeAction;
  /** Another button, before that of `action`. */
  readonly other?: NoticeAction;
  /** Milliseconds until the notice closes; false if only the user closes it. */
  readonly timeout?: number | false;
  readonly isError?: boolean;
  onClose?(): void;
}

let lastId = 0;

/**
 * Shows a notice with at most two actions, which close it, instead of one with the same ID. Returns a function that
 * closes it.
 */
export function notify(notice: Notice): () => void {
  const id = notice.id ?? `notice-${++lastId}`;
  // Mantine ignores a notice with the ID of one that is shown.
  closeNotice(id);
  notifications.show(optionsOf(id, notice));
  return () => closeNotice(id);
}

/** Replaces a notice. Returns false if it is no longer open. */
export function updateNotice(id: string, notice: Notice): boolean {
  notifications.update(optionsOf(id, notice));
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].some((each) => each.id === id);
}

function optionsOf(id: string, notice: Notice) {
  const { title, text, action, other, timeout = 6_000, isError = false, onClose } = notice;
  return {
    id,
    title,
    color: isError ? 'red' : 'gray',
    autoClose: timeout,
    withCloseButton: true,
    onClose,
    message: (
      <Group justify="space-between" gap="sm" wrap={other ? 'wrap' : 'nowrap'}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={4}>
          {text}
        </Text>
        <Group gap="xs" ml="auto" wrap="nowrap">
          {other && <NoticeButton id={id} action={other} />}
          {action && <NoticeButton id={id} action={action} />}
        </Group>
      </Group>
    ),
  };
}

function NoticeButton({ id, action }: { readonly id: string; readonly action: NoticeAction }) {
  const act = () => {
    closeNotice(id);
    action.run();
    focusMain();
  };
  return (
    <Button size="compact-sm" variant="default" flex="none" onClick={act}>
      {action.label}
    </Button>
  );
}

/** Moves the focus to the main content after a focused button is removed. */
export function focusMain(): void {
  const list = document.querySelector<HTMLElement>('main [role=grid]');
  const heading = document.querySelector<HTMLElement>('main [data-page-heading]');
  (list ?? heading)?.focus({ preventScroll: true });
}

/** Closes a notice that no longer applies. */
export const closeNotice = (id: string): void => void notifications.hide(id);

/** @param error null if the items have changed in the meantime */
export function notifyRemovalFailed(
  removals: readonly ItemRemoval[],
  error: unknown,
  retry: (removals: readonly ItemRemoval[]) => void,
): void {
  const [first] = removals;
  const isChanged = error === null;
  notify({
    title:
      removals.length === 1 ? t.items.removeFailed(first!.title) : t.items.removeManyFailed(removals.length),
    text: isChanged ? t.items.changedSince(removals.length) : errorMessage(error),
    isError: true,
    timeout: false,
    action: {
      label: isChanged ? t.items.removeAnyway : t.items.retry,
      run: () =>
        retry(isChanged ? removals.map((removal) => ({ ...removal, version: undefined })) : removals),
    },
  });
}

/** Shows a progress notice. Returns functions that update and close it. */
export function notifyProgress(title: string, stop: () => void) {
  const options = (text: string) => ({
    title,
    loading: true,
    autoClose: false as const,
    withCloseButton: false,
    // Announced once: screen readers must not read every update.
    'aria-live': 'off' as const,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">{text}</Text>
        <Button size="compact-sm" variant="default" flex="none" onClick={stop}>
          {t.items.stop}
        </Button>
      </Group>
    ),
  });
  const id = notifications.show(options(''));
  return {
    show: (text: string) => void notifications.update({ id, ...options(text) }),
    close: () => void notifications.hide(id),
  };
}
