import type { ChangedStatus, Language, StatusMessage } from '@libs/contract';
import { MESSAGE_MAX } from '@libs/feedback';
import { codePoints, hasVisible, trimmed } from '@libs/kernel';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '../../../../messages';
import { useFields } from '../../../../ui/forms/use-fields';
import { notify } from '../../notices';
import { previewMessage, sendTest, tell, tellInstead } from '../message-requests';
import { notifyHeld } from '../offer';
import { setTellDraft, tellDraft } from './tell-drafts';

const texts = t.statusMessages;
const DEBOUNCE_MS = 400;

const messageErrors = ({ message }: { readonly message: string }) => ({
  message: codePoints(trimmed(message)) > MESSAGE_MAX ? texts.dialog.tooLong(MESSAGE_MAX) : null,
});

/** What the service stores: trimmed, and null without visible characters. */
const storedMessage = (text: string): string | null => (hasVisible(text) ? trimmed(text) : null);

/** The state of the dialog. @param held the message of the only item that waits to be sent */
export function useTellForm(
  items: readonly ChangedStatus[],
  held: StatusMessage | undefined,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  const [chosen, setLanguage] = useState<Language>();
  const initial = held?.message ?? '';
  const form = useFields({ message: tellDraft(items) ?? initial }, messageErrors);
  const { message: text } = form.values;
  useEffect(() => setTellDraft(items, text === initial ? '' : text), [items, text, initial]);
  const body = { items, message: storedMessage(text) };
  const [shown] = useDebouncedValue(body.message, DEBOUNCE_MS);
  const preview = useQuery({
    queryKey: ['status-messages', 'preview', items, shown, chosen],
    queryFn: ({ signal }) => previewMessage({ items, message: shown, language: chosen }, signal),
    placeholderData: keepPreviousData,
    enabled: messageErrors({ message: shown ?? '' }).message === null,
    gcTime: 0,
    retry: false,
  });
  const language = chosen ?? preview.data?.languages[0]?.language;
  const test = useMutation({
    mutationFn: (to: Language) => sendTest({ ...body, language: to }),
    onError: (error) => form.showErrors(error),
  });
  const telling = useMutation({
    mutationFn: () => (held ? tellInstead(held, body) : tell(body)),
    onSuccess(messages) {
      setTellDraft(items, '');
      onClose();
      if (messages.length === 0) notify({ text: texts.nothingToTell });
      else notifyHeld(queryClient, preview.data?.recipients ?? 0, messages);
    },
    onError: (error) => form.showErrors(error),
  });
  return {
    form,
    preview,
    language,
    setLanguage,
    test,
    sendTest: form.submit(() => language && test.mutate(language)),
    telling,
    submit: form.submit(() => telling.mutate()),
  };
}
