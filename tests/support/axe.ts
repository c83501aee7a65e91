import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
const source = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose verdict depends on colours: all others say the same in every colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

interface Look {
  /** A selector of the part that is looked at; the whole page unless told. */
  place?: string
  /** All of them unless told. */
  rules?: 'all' | 'colours'
}

/** Half faded in, letters have no contrast yet: what moves to an end has come to it, and everything is loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
}

/** What breaks the accessibility rules in the colours that the page has now, in words. */
export async function breaches(page: Page, { place, rules = 'all' }: Look = {}): Promise<string[]> {
  await settle(page)
  const runOnly =
    rules === 'all' ? { type: 'tag' as const, values: tags } : { type: 'rule' as const, values: colourRules }
  // NOTE: the builder sends axe's script twice for each look; here every document gets it once.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  // In the page itself: otherwise each look opens another page, and the site has no frames of other origins.
  const axe = new AxeBuilder({ page, axeSource: '0' }).setLegacyMode().options({ runOnly, resultTypes: ['violations'] })
  const { violations } = await (place ? axe.include(place) : axe).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 5)
        .join(', ')}`,
  )
}

/**
 * What breaks the rules in light and in dark colours, in words: everything is looked at in the light, and in the dark what
 * depends on colours. The page is light and without motion afterwards.
 */
export async function breachesInBothColours(page: Page, look: Pick<Look, 'place'> = {}): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, rules] of [
    ['dark', 'colours'],
    ['light', 'all'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await breaches(page, { ...look, rules })).map((breach) => `${colorScheme}: ${breach}`))
  }
  return found
}

/** How far the page reaches beyond the screen, in pixels. */
export async function overhang(page: Page): Promise<number> {
  await page.waitForLoadState('load')
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
