import { createHash } from 'node:crypto'
import type { PurgeOrder } from '#server/process/purge-messages.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'
import { articleUrl } from '#shared/rules/detail-url.ts'
import { escapeHtml } from '#shared/rules/escape-html.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

export type FeedKind = 'atom' | 'rss'

export const feedPaths: Readonly<Record<FeedKind, string>> = { atom: '/feed/articles.xml', rss: '/rss.xml' }

export interface FeedOptions {
  origin: string
  brandName: string
  slogan: string
  api: () => Api
  /** Milliseconds of a clock that nobody sets. */
  elapsed: () => number
}

export interface FeedFile {
  xml: string
  /** Strong, quoted. */
  etag: string
  /** Last change of an article in it, epoch ms; undefined without articles. */
  lastmod: number | undefined
}

export interface Feeds {
  /** The newest thirty articles; rejects when they can't be read and never were. */
  read(kind: FeedKind): Promise<FeedFile>
  purge(order: PurgeOrder): void
}

type Articles = CallOutput<'GET /api/information/list-information'>['records']

const newest = 30
/** Asked again after so long even without a purge, and after a failure. */
const freshMs = 600_000
const retryMs = 5_000

/** Text for XML: what it can't hold is left out, the rest escaped. */
function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML doesn't allow
  return escapeHtml(text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ''))
}

const isoTime = (time: number): string => new Date(time).toISOString()

function atomXml({ origin, brandName, slogan }: FeedOptions, articles: Articles, lastmod: number): string {
  const entries = articles.map(({ id, title, summary, author, publishDate, updateDate }) => {
    const url = xmlText(origin + articleUrl(id))
    return (
      `<entry><id>${url}</id><title>${xmlText(title)}</title><link rel="alternate" type="text/html" href="${url}"/>` +
      `<published>${isoTime(publishDate)}</published><updated>${isoTime(updateDate)}</updated>` +
      `<author><name>${xmlText(author || brandName)}</name></author><summary>${xmlText(summary)}</summary></entry>`
    )
  })
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN"><id>${origin}${feedPaths.atom}</id>` +
    `<title>${xmlText(brandName)}文章</title><subtitle>${xmlText(slogan)}</subtitle><updated>${isoTime(lastmod)}</updated>` +
    `<author><name>${xmlText(brandName)}</name></author><link rel="self" type="application/atom+xml" href="${origin}${feedPaths.atom}"/>` +
    `<link rel="alternate" type="text/html" href="${origin}/article"/>${entries.join('')}</feed>\n`
  )
}

function rssXml({ origin, brandName, slogan }: FeedOptions, articles: Articles, lastmod: number): string {
  const items = articles.map(({ id, title, summary, author, publishDate }) => {
    const url = xmlText(origin + articleUrl(id))
    return (
      `<item><title>${xmlText(title)}</title><link>${url}</link><guid isPermaLink="true">${url}</guid><pubDate>${new Date(publishDate).toUTCString()}</pubDate>` +
      `<dc:creator>${xmlText(author || brandName)}</dc:creator><description>${xmlText(summary)}</description></item>`
    )
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
    `<title>${xmlText(brandName)}文章</title><link>${origin}/article</link><description>${xmlText(slogan)}</description><language>zh-cn</language>` +
    `<lastBuildDate>${new Date(lastmod).toUTCString()}</lastBuildDate><atom:link rel="self" type="application/rss+xml" href="${origin}${feedPaths.rss}"/>` +
    `${items.join('')}</channel></rss>\n`
  )
}

function toFile(xml: string, lastmod: number | undefined): FeedFile {
  return { xml, etag: `"${createHash('sha256').update(xml).digest('base64url').slice(0, 22)}"`, lastmod }
}

/** The feeds of articles: made once for all, anew after a change of any article; the old ones stand in when that fails. */
export function createFeeds(options: FeedOptions): Feeds {
  const { api, elapsed } = options
  let files: Record<FeedKind, FeedFile> | undefined
  let freshUntil = 0
  let making: Promise<void> | undefined
  let purges = 0

  async function make(): Promise<void> {
    const begunAfter = purges
    const { records } = await api().call('GET /api/information/list-information', { pageSize: newest })
    // What was asked before a change is not shown after it.
    if (begunAfter !== purges) return make()
    const lastmod = records.length > 0 ? Math.max(...records.map(({ updateDate }) => updateDate)) : undefined
    files = {
      atom: toFile(atomXml(options, records, lastmod ?? 0), lastmod),
      rss: toFile(rssXml(options, records, lastmod ?? 0), lastmod),
    }
    freshUntil = elapsed() + freshMs
  }

  return {
    async read(kind) {
      if (!files || elapsed() >= freshUntil) {
        making ??= make().finally(() => {
          making = undefined
        })
        try {
          await making
        } catch (error) {
          if (!files) throw error
          freshUntil = elapsed() + retryMs
        }
      }
      if (!files) throw new Error('There is no feed.')
      return files[kind]
    },
    purge({ all, tag, hard }) {
      if (!all && tag !== tagOfAll('articles')) return
      purges += 1
      freshUntil = 0
      if (hard) files = undefined
    },
  }
}
