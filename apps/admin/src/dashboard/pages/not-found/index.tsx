import { Button } from '@mantine/core';
import { Compass } from 'lucide-react';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { EmptyState } from '../../../ui/states/empty-state';
import { PageHeader } from '../../../ui/pages/page-header';

export default function NotFoundPage() {
  return (
    <>
      <PageHeader title={t.notFound.title} />
      <EmptyState title={t.notFound.body} icon={<Compass size={20} />}>
        <Button component={Link} to="/inbox">
          {t.notFound.home}
        </Button>
      </EmptyState>
    </>
  );
}
