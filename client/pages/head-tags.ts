import type { SiteEnv } from '#client/features/common/app-context.ts'
import type { PageHead } from '#client/pages/define-page.ts'
import { pageTitle } from '#shared/rules/page-title.ts'

/** A head element: tag, attributes, text. */
export interface HeadTag {
  tag: 'meta' | 'link' | 'script'
  attributes: Readonly<Record<string, string>>
  text?: string
}

/** The document's title with the brand, and outside production the environment. */
export function documentTitle(head: PageHead, env: SiteEnv): string {
  return pageTitle(head.title, env.brandName, env.envLabel)
}

function meta(name: string, content: string | undefined): HeadTag[] {
  return content ? [{ tag: 'meta', attributes: { name, content } }] : []
}

function property(name: string, content: string | undefined): HeadTag[] {
  return content ? [{ tag: 'meta', attributes: { property: name, content } }] : []
}

/** A path under one of the keys that hold addresses. In JSON no text can look like it: its quotes are escaped. */
const pathValues = /("(?:url|item|image|logo|contentUrl|thumbnailUrl|@id)":")(?=\/)/g

/** Structured data with absolute addresses: pages give paths. */
function jsonLdText(object: object, origin: string): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...object })
  return json.replace(pathValues, (key) => key + origin).replaceAll('<', '\\u003c')
}

/** Description, canonical, Open Graph and structured data; written by the server and replaced on navigation. */
export function headTags(head: PageHead, env: SiteEnv): HeadTag[] {
  const canonical = env.origin + head.canonical
  const image = head.image && (head.image.startsWith('/') ? env.origin + head.image : head.image)
  return [
    ...meta('description', head.description),
    ...meta('keywords', head.keywords),
    ...meta('robots', head.noindex ? 'noindex,follow' : undefined),
    ...(head.noindex ? [] : [{ tag: 'link' as const, attributes: { rel: 'canonical', href: canonical } }]),
    ...(head.feeds ?? []).map(({ type, title, href }) => ({ tag: 'link' as const, attributes: { rel: 'alternate', type, title, href: env.origin + href } })),
    ...property('og:type', head.ogType ?? 'website'),
    ...property('og:title', head.title),
    ...property('og:description', head.description),
    ...property('og:url', canonical),
    ...property('og:image', image),
    ...property('og:site_name', env.brandName),
    ...property('og:locale', 'zh_CN'),
    ...(head.jsonLd ?? []).map((object) => ({
      tag: 'script' as const,
      attributes: { type: 'application/ld+json' },
      text: jsonLdText(object, env.origin),
    })),
  ]
}
