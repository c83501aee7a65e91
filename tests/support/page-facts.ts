import { testOrigin } from './test-site.ts'

/** What a search engine takes from a page, read from its HTML alone. */
export interface PageFacts {
  /** Without the label of the environment and the brand. */
  title: string
  description: string
  robots: string | undefined
  canonical: string | undefined
  headings: string[]
  /** Names of the visible crumbs; undefined without any. */
  crumbs: string[] | undefined
  /** Text of `main` in source order, without white space. */
  text: string
  jsonLd: Record<string, unknown>[]
  /** Own addresses that links lead to: path and query, once each. */
  links: string[]
  /** Own scripts, styles, pictures and films. */
  assets: string[]
  bytes: number
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name] ?? '')
}

/** Text of HTML without any white space, so that line breaks and markup don't matter. */
export function bareText(html: string): string {
  return unescaped(
    html
      .replace(/<(script|style)\b.*?<\/\1>/gs, '')
      .replace(/<!--.*?-->/gs, '')
      .replace(/<[^>]*>/g, ''),
  ).replace(/\s+/g, '')
}

function textOf(html: string): string {
  return unescaped(html.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, '')).trim()
}

function attribute(html: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(html)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

function ownAddress(raw: string, path: string): string | undefined {
  const url = new URL(unescaped(raw), testOrigin + path)
  return url.origin === testOrigin ? url.pathname + url.search : undefined
}

function addresses(html: string, pattern: RegExp, path: string): string[] {
  return [
    ...new Set(
      [...html.matchAll(pattern)].flatMap(([, raw = '']) =>
        raw.split(/,\s+/).flatMap((part) => ownAddress(part.split(' ')[0] ?? '', path) ?? []),
      ),
    ),
  ]
}

/** Reads the HTML of the page at `path`. */
export function readFacts(html: string, path: string): PageFacts {
  const crumbs = /<nav[^>]* aria-label="位置"[^>]*>(.*?)<\/nav>/s.exec(html)?.[1]
  return {
    title: textOf(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '')
      .replace(/^\[test\] /, '')
      .replace(/ - 学园$/, ''),
    description: attribute(html, /<meta name="description" content="([^"]*)"/) ?? '',
    robots: attribute(html, /<meta name="robots" content="([^"]*)"/),
    canonical: attribute(html, /<link rel="canonical" href="([^"]*)"/),
    headings: [...html.matchAll(/<h1\b[^>]*>(.*?)<\/h1>/gs)].map(([, text = '']) => textOf(text)),
    crumbs:
      crumbs === undefined
        ? undefined
        : [...crumbs.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, text = '']) => textOf(text)),
    text: bareText(/<main\b.*<\/main>/s.exec(html)?.[0] ?? ''),
    jsonLd: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    ),
    links: addresses(html, /<a\b[^>]* href="((?!#|mailto:|tel:|javascript:)[^"]*)"/g, path),
    assets: addresses(
      html,
      /<(?:img|source|script|link rel="(?:stylesheet|icon|modulepreload)"|video|audio)\b[^>]* (?:src|srcset|srcSet|href|poster)="([^"]*)"/g,
      path,
    ),
    bytes: Buffer.byteLength(html),
  }
}
