import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';

export function TagsSection() {
  return (
    <Section title={t.nav.tags} hint={t.tags.page.hint}>
      <Button component={Link} to="/settings/tags" variant="default">
        {t.tags.page.manage}
      </Button>
    </Section>
  );
}
