import { existsSync } from 'node:fs'
import { launch } from 'chrome-launcher'
import lighthouse, { type Config, desktopConfig } from 'lighthouse'
import type { PageKind } from '../support/page-kinds.ts'
import { median } from './bench-line.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

/** What a page must reach: scores of 100, shift as Chromium counts it. */
export const leastScores: Readonly<Record<Category, number>> = {
  performance: 98,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
export const mostShift = 0.02

/** Medians of a page's runs. Times in milliseconds, script in bytes as they came over the line. */
export interface PageQuality {
  readonly name: string
  readonly path: string
  readonly scores: Readonly<Record<Category, number>>
  readonly lcp: number
  readonly tbt: number
  readonly cls: number
  readonly scriptBytes: number
  /** Names of the audits that cost points in any run, and where. */
  readonly lost: readonly string[]
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** A page that isn't listed on purpose is not to blame for it. */
function configOf({ page }: PageKind): Config {
  const { settings } = desktopConfig
  const skipAudits = page.sitemap === 'no' ? ['is-crawlable'] : []
  return {
    ...desktopConfig,
    settings: { ...settings, onlyCategories: [...categories], skipAudits, disableFullPageScreenshot: true },
  }
}

function scriptBytesOf({ audits }: Report): number {
  const { details } = audits['network-requests'] ?? {}
  const items = details?.type === 'table' ? details.items : []
  return items.reduce((sum, item) => sum + (item.resourceType === 'Script' ? Number(item.transferSize ?? 0) : 0), 0)
}

function placesOf(details: Report['audits'][string]['details']): string {
  const items = details && 'items' in details && Array.isArray(details.items) ? details.items : []
  const texts = items.flatMap((item) => {
    const { node, url, source, description } = item as Record<string, unknown>
    const snippet = node && typeof node === 'object' && 'snippet' in node ? node.snippet : undefined
    return [snippet, url, description ?? source].filter((text) => typeof text === 'string')
  })
  return texts.slice(0, 3).join(' | ')
}

/** Audits with a weight that aren't at their best. */
function lostOf(report: Report): string[] {
  return Object.values(report.categories).flatMap(({ id, auditRefs }) =>
    auditRefs.flatMap(({ id: name, weight }) => {
      const audit = report.audits[name]
      const isLost =
        weight > 0 &&
        audit?.score !== null &&
        audit?.score !== undefined &&
        audit.score < (id === 'performance' ? 0.95 : 1)
      return isLost ? [`${name} ${audit.displayValue ?? ''} ${placesOf(audit.details)}`.trim()] : []
    }),
  )
}

/** Where Debian and others put Chromium; `CHROMIUM_PATH` says otherwise. */
export function findChromium(): string {
  const path =
    process.env.CHROMIUM_PATH ??
    [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/chromium-headless-shell',
    ].find(existsSync)
  if (path === undefined) throw new Error('There is no Chromium; name one by CHROMIUM_PATH.')
  return path
}

/** Lighthouse loses a trace now and then (NO_NAVSTART) and says to run it again. */
const mostTries = 3

async function measureOnce(kind: PageKind, base: string, chromePath: string, tries = 1): Promise<Report> {
  // A browser of its own each time: nothing is left of the run before.
  const chrome = await launch({
    chromePath,
    logLevel: 'silent',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--lang=zh-CN'],
  })
  try {
    const result = await lighthouse(base + kind.path, { port: chrome.port, logLevel: 'silent' }, configOf(kind))
    if (result && !result.lhr.runtimeError) return result.lhr
    if (tries >= mostTries)
      throw new Error(`${kind.name} could not be measured: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
  } finally {
    chrome.kill()
  }
  return measureOnce(kind, base, chromePath, tries + 1)
}

/** Lighthouse as a desktop visitor with an empty cache, `runs` times; each figure is the median. */
export async function measurePage(kind: PageKind, base: string, runs: number): Promise<PageQuality> {
  const chromePath = findChromium()
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) reports.push(await measureOnce(kind, base, chromePath))
  const middle = (read: (report: Report) => number): number => median(reports.map(read))
  const value = (name: string) => middle((report) => report.audits[name]?.numericValue ?? Number.NaN)
  const score = (name: Category) => middle((report) => Math.round((report.categories[name]?.score ?? 0) * 100))
  return {
    name: kind.name,
    path: kind.path,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scriptBytes: middle(scriptBytesOf),
    lost: [...new Set(reports.flatMap(lostOf))],
  }
}

/** What a page misses, in words; empty when it is as it must be. */
export function missesOf({ scores, cls }: PageQuality): string[] {
  const low = categories
    .filter((name) => !(scores[name] >= leastScores[name]))
    .map((name) => `${name} ${scores[name]} < ${leastScores[name]}`)
  return cls <= mostShift ? low : [...low, `shift ${cls.toFixed(3)} > ${mostShift}`]
}
