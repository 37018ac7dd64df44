import { splitLinks } from './links';

/** A submitter's text with clickable URLs. The links send no referrer. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ text: part, href }, at) =>
    href ? (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
