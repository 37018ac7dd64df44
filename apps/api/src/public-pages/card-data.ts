import type { ShownCard } from '@libs/feedback';

/** JSON-LD of a card for search engines. */
export function cardData(card: ShownCard, { url, name }: { url: string; name: string }): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: card.title,
    ...(card.text && { description: card.text }),
    url,
    datePublished: card.publishedAt,
    dateModified: card.movedAt,
    isPartOf: { '@type': 'WebSite', name },
  };
  // A text could otherwise end the element.
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
