import type { IdentityTest } from '@libs/contract';
import { Button, Stack, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { t } from '../../../../messages';
import { Fact, Facts } from '../../../../ui/layout/facts';
import { Section } from '../../../../ui/layout/section';
import { ErrorNote } from '../../../../ui/states/error-note';
import { Note } from '../../../../ui/states/note';
import { useTestToken } from '../../../api/identity';

const texts = t.identity.test;

/** Shows what a token says, and what is wrong with it. */
export function TestSection({ slug }: { readonly slug: string }) {
  const [token, setToken] = useState('');
  const test = useTestToken();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate(token.trim());
  };
  return (
    <Section title={texts.title} hint={texts.hint(slug)}>
      <form onSubmit={submit}>
        <Stack gap="md" align="flex-start">
          <Textarea
            w="100%"
            label={texts.token}
            autoComplete="off"
            spellCheck={false}
            autosize
            minRows={3}
            maxRows={10}
            value={token}
            onChange={(event) => {
              setToken(event.currentTarget.value);
              test.reset();
            }}
          />
          <Button type="submit" variant="default" loading={test.isPending} disabled={token.trim() === ''}>
            {texts.submit}
          </Button>
        </Stack>
      </form>
      <div role="status">
        {test.data && <TestResult result={test.data} />}
        <ErrorNote error={test.error} />
      </div>
    </Section>
  );
}

function TestResult({ result: { header, claims, problems } }: { readonly result: IdentityTest }) {
  return (
    <Stack gap="md" mt="md">
      {problems.length === 0 ? (
        <Note tone="success">{texts.valid}</Note>
      ) : (
        <Note tone="warning" title={texts.problems(problems.length)}>
          <ul>
            {problems.map(({ message }) => (
              <li key={message}>{message}.</li>
            ))}
          </ul>
        </Note>
      )}
      {header && <Members title={texts.header} values={header} />}
      {claims && <Members title={texts.claims} values={claims} />}
    </Stack>
  );
}

interface MembersProps {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const TIMES = ['exp', 'nbf', 'iat'];

function Members({ title, values }: MembersProps) {
  return (
    <div>
      <h3>{title}</h3>
      <Facts>
        {Object.entries(values).map(([name, value]) => (
          <Fact key={name} label={name}>
            {textOf(name, value)}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}

/** With the time of a claim that is one: its seconds tell people little. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const time = typeof value === 'number' && TIMES.includes(name) ? new Date(value * 1000) : null;
  const isTime = time !== null && !Number.isNaN(time.getTime());
  return JSON.stringify(value) + (isTime ? ` (${time.toISOString()})` : '');
}
