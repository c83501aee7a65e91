import type { SiteEnv } from '#client/features/common/app-context.ts'
import type { PageHead } from '#client/pages/define-page.ts'
import { pageTitle } from '#shared/rules/page-title.ts'
import { cardAlt, cardPath, cardSize, type ShareCard } from '#shared/rules/share-card.ts'

/** A head element: tag and attributes. */
export interface HeadTag {
  tag: 'meta' | 'link'
  attributes: Readonly<Record<string, string>>
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

/** The picture that messengers and networks show beside a shared link. */
function cardTags(card: ShareCard, env: SiteEnv): HeadTag[] {
  return [
    ...property('og:image', env.origin + cardPath(card, env.brandName)),
    ...property('og:image:type', 'image/jpeg'),
    ...property('og:image:width', String(cardSize.width)),
    ...property('og:image:height', String(cardSize.height)),
    ...property('og:image:alt', cardAlt(card)),
    ...meta('twitter:card', 'summary_large_image'),
  ]
}

/** Description, canonical and Open Graph; written by the server and replaced on navigation. */
export function headTags(head: PageHead, env: SiteEnv): HeadTag[] {
  const canonical = env.origin + head.canonical
  return [
    ...meta('description', head.description),
    ...meta('keywords', head.keywords),
    ...meta('robots', head.noindex ? 'noindex,follow' : undefined),
    ...(head.noindex ? [] : [{ tag: 'link' as const, attributes: { rel: 'canonical', href: canonical } }]),
    ...(head.feeds ?? []).map(({ type, title, href }) => ({
      tag: 'link' as const,
      attributes: { rel: 'alternate', type, title, href: env.origin + href },
    })),
    ...property('og:type', head.ogType ?? 'website'),
    ...property('og:title', head.title),
    ...property('og:description', head.description),
    ...property('og:url', canonical),
    ...(head.card && !head.noindex ? cardTags(head.card, env) : []),
    ...property('og:site_name', env.brandName),
    ...property('og:locale', 'zh_CN'),
  ]
}
