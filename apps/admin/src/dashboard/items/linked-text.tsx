import { splitLinks } from './links';

/** Somebody's text as text, its web addresses as links that give nothing away about this page. */
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
