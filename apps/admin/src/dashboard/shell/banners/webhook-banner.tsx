import type { DisabledWebhook } from '@libs/contract';
import { Anchor, CloseButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Webhook } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '../../../messages';
import { Banner } from './banner';

const texts = t.shell.webhooks;
const LIST = '/developer/webhooks';

/** Reports webhooks that the service disabled. On their own pages, the reason is displayed instead. */
export function WebhookBanner({ webhooks }: { readonly webhooks: readonly DisabledWebhook[] }) {
  const { pathname } = useLocation();
  const [shown, dismiss] = useUndismissed(webhooks);
  const [first] = shown;
  if (!first || pathname.startsWith(LIST)) return null;
  const isOne = shown.length === 1;
  return (
    <Banner icon={Webhook} text={isOne ? texts.one(new URL(first.url).host) : texts.more(shown.length)}>
      <Anchor component={Link} to={isOne ? `${LIST}/${first.id}` : LIST} inherit>
        {texts.review(shown.length)}
      </Anchor>
      <CloseButton size="sm" aria-label={texts.dismiss} onClick={dismiss} />
    </Banner>
  );
}

/** The webhooks that weren't dismissed in this browser since they were disabled, and a function that dismisses them. */
function useUndismissed(webhooks: readonly DisabledWebhook[]) {
  const [dismissed, setDismissed] = useLocalStorage<readonly string[]>({
    key: 'dismissed-webhooks',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const ids = webhooks.map(({ id }) => id);
  const current = dismissed.filter((id) => ids.includes(id));
  const isOutdated = current.length < dismissed.length;
  useEffect(() => {
    if (isOutdated) setDismissed((before) => before.filter((id) => ids.includes(id)));
  });
  const shown = webhooks.filter(({ id }) => !current.includes(id));
  return [shown, () => setDismissed(ids)] as const;
}
