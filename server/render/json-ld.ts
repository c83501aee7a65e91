/** A path under one of the keys that hold addresses. In JSON no text can look like it: its quotes are escaped. */
const pathValues = /("(?:url|item|image|logo|contentUrl|thumbnailUrl|@id)":")(?=\/)/g

/** Structured data as a script that the browser's router takes away with the rest of the page's head; addresses become absolute: pages give paths. */
export function jsonLdScript(object: object, origin: string): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...object })
  const text = json.replace(pathValues, (key) => key + origin).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json" data-head="">${text}</script>`
}
