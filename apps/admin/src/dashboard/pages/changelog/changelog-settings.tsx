import { Stack, Switch } from '@mantine/core';
import { t } from '../../../messages';
import { EmbedSnippet } from '../../../ui/code/embed-snippet';
import { SharedUrl } from '../../../ui/code/shared-url';
import { Section } from '../../../ui/layout/section';
import { ErrorNote } from '../../../ui/states/error-note';
import { useChangePublicPages, usePublicPages } from '../../api/public-pages';
import { useSession } from '../../api/session';
import styles from './changelog.module.css';

const texts = t.changelog.availability;

/** Whether visitors see the changelog; nothing for members who may not decide that. */
export function ChangelogSettings() {
  const session = useSession().data;
  const pages = usePublicPages().data;
  const change = useChangePublicPages();
  if (!pages || !session) return null;
  const isOn = change.isPending ? change.variables.changelog === true : pages.changelog;
  return (
    <div className={styles.settings}>
      <Section title={texts.title}>
        <Stack gap="md">
          <Switch
            label={texts.label}
            description={isOn ? texts.on : texts.off}
            checked={isOn}
            onChange={({ currentTarget: { checked } }) => change.mutate({ changelog: checked })}
          />
          <ErrorNote error={change.error} />
          {pages.changelog && (
            <>
              <SharedUrl
                url={`${session.base_url}/f/${session.account.slug}/changelog`}
                copy={texts.copy}
                open={texts.open}
              />
              <EmbedSnippet
                name="changelog"
                texts={t.changelog.embed}
                baseUrl={session.base_url}
                slug={session.account.slug}
              />
            </>
          )}
        </Stack>
      </Section>
    </div>
  );
}
