import { existsSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { changeComponent, changeHandler, changeStyle, openSignUp } from '../support/dev-changes.ts'
import { startDevSite } from '../support/dev-site.ts'
import type { BenchLine } from './bench-line.ts'

const settledMs = 15_000

async function seconds(change: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await change()
  return (performance.now() - began) / 1000
}

function line(name: string, value: number, most: number): BenchLine {
  return { name: `dev: ${name}`, value: `${value.toFixed(2)} s`, goal: `≤ ${most} s`, ok: value <= most }
}

/** From the saving of a file to what an open page (or the next call) shows of it, under `npm run dev`. */
export async function devBench(): Promise<BenchLine[]> {
  const site = await startDevSite()
  const browsers = JSON.parse(readFileSync('scripts/browsers.json', 'utf8')) as string[]
  const executablePath = process.env.CHROMIUM_PATH ?? browsers.find((path) => existsSync(path)) ?? ''
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    // the backend's first jobs after a start are over by then; it ends only after what it has begun
    await new Promise((resolve) => setTimeout(resolve, settledMs))
    // first: what follows the swap of a component (the page's part is built anew) is another change of another minute
    const handler = await seconds(() => changeHandler(site))
    const page = await browser.newPage()
    await openSignUp(page, site)
    const style = await seconds(() => changeStyle(page, site))
    const component = await seconds(() => changeComponent(page, site))
    return [
      line('a style is swapped', style, 0.3),
      line('a component is swapped', component, 1),
      line('a handler answers', handler, 3),
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}
