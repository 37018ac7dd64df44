import { Button } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { t } from '../../../messages';
import { Hint } from '../../../ui/hint';
import { Note } from '../../../ui/states/note';
import { formatValue } from './format-value';
import type { LineProblem, PastedLine } from './pasted-requests';
import { REQUEST_FIELDS, type RequestField } from './request-fields';
import styles from './requests.module.css';
import type { Paste } from './use-paste';

const texts = t.requests.paste;
const SHOWN_MAX = 5;

/** What a pasted text adds, and what is wrong with each other line. */
export function PastePreview({ paste }: { readonly paste: Paste }) {
  const { pasted, valid, wrong, count, isTooLong } = paste;
  if (pasted.brokenAt !== null) return <Note tone="danger">{texts.brokenAt(pasted.brokenAt)}</Note>;
  if (isTooLong) return <Note tone="danger">{texts.tooMany(pasted.lines.length)}</Note>;
  return (
    <>
      <p className={styles.summary} role="status">
        {pasted.lines.length === 0 ? texts.nothing : texts.summary(count, wrong.length)}
      </p>
      {pasted.ignored.length > 0 && <Hint>{texts.ignored(pasted.ignored.join(', '))}</Hint>}
      {wrong.length > 0 && (
        <LineGroup title={texts.wrong(wrong.length)} hint={texts.wrongHint} lines={wrong}>
          {({ raw, problems }) => (
            <>
              <div className="truncate">{raw}</div>
              {problems.map((problem) => (
                <div key={problem} className={styles.problem}>
                  {problemText(problem)}
                </div>
              ))}
            </>
          )}
        </LineGroup>
      )}
      {valid.length > 0 && (
        <LineGroup title={texts.valid(count)} hint={texts.validHint} lines={valid}>
          {(line) => <ValidLine line={line} />}
        </LineGroup>
      )}
    </>
  );
}

const isField = (problem: LineProblem): problem is RequestField =>
  REQUEST_FIELDS.some((field) => field === problem);

const problemText = (problem: LineProblem): string => {
  const text = t.requests.errors[problem];
  return isField(problem) ? texts.problem(t.requests.fields[problem], text) : text;
};

interface GroupProps {
  readonly title: string;
  readonly hint: string;
  readonly lines: readonly PastedLine[];
  readonly children: (line: PastedLine) => ReactNode;
}

/** Lines of the text: the first ones, or all of them. */
function LineGroup({ title, hint, lines, children }: GroupProps) {
  const heading = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const shown = isUnfolded ? lines : lines.slice(0, SHOWN_MAX);
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.groupTitle}>
        {title}
      </h3>
      <Hint>{hint}</Hint>
      <ul className={styles.lines}>
        {shown.map((line, at) => (
          <li key={at} className={styles.line}>
            <span className={styles.lineNumber}>{texts.line(line.line)}</span>
            <div className={styles.lineText}>{children(line)}</div>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setUnfolded(true)}>
          {texts.showAll(lines.length)}
        </Button>
      )}
    </section>
  );
}

function ValidLine({ line: { request, repeats } }: { readonly line: PastedLine }) {
  const { email, name, company, value, quote, link, count = 1 } = request;
  const isNamed = Boolean(name ?? email ?? company);
  const facts = [
    name && email,
    (name ?? email) && company,
    isNamed && count > 1 && t.requests.people(count),
    value && t.requests.value(formatValue(value)),
    link,
  ].filter(Boolean);
  return (
    <>
      <div>{name ?? email ?? company ?? t.requests.people(count)}</div>
      {facts.length > 0 && <div className={styles.facts}>{facts.join(' · ')}</div>}
      {quote && <div className={`truncate ${styles.facts}`}>{t.duplicates.title(quote)}</div>}
      {repeats !== null && <div className={styles.facts}>{texts.repeats(repeats)}</div>}
    </>
  );
}
