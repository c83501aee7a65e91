/** What `npm run dev` says of its builds (`scripts/dev/dev-files.ts`). */
interface DevState {
  readonly builds: number
  readonly reloads: number
  readonly patches: number
  readonly patch: string
  readonly patched: string
}

/** Runs a changed module in the place of the one that the page has; false when only loading the page again shows it. */
async function swapModule({ patch, patched }: DevState): Promise<boolean> {
  const { devModules } = globalThis
  const old = devModules.get(patched)
  if (!old || !devModules.hasOnlyComponents(old)) return false
  try {
    const next = (await import(patch)) as object
    if (!devModules.hasOnlyComponents(next)) return false
    devModules.add(patched, next)
    devModules.refresh()
    return true
  } catch (error) {
    console.warn('not swapped', error)
    return false
  }
}

function swapStyles(addresses: readonly string[]): void {
  const label = (href: string): string => href.replace(/-[A-Z0-9]+\.css$/, '')
  for (const href of addresses) {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
      const old = new URL(link.href).pathname
      if (old === href || label(old) !== label(href)) continue
      const next = link.cloneNode() as HTMLLinkElement
      next.href = href
      next.onload = () => link.remove()
      link.after(next)
    }
  }
}

/** Under `npm run dev`: swaps styles and components in place, loads the page again after any other change. */
export function listenForBuilds(): void {
  let known: DevState | undefined
  let isBehind = false
  const events = new EventSource('/dev/events')
  events.addEventListener('state', async ({ data }: MessageEvent<string>) => {
    const state = JSON.parse(data) as DevState
    const before = known ?? state
    known = state
    if (state.patches > before.patches && !(await swapModule(state))) isBehind = true
    if (state.reloads > before.reloads || (isBehind && state.builds > before.builds)) location.reload()
  })
  events.addEventListener('styles', ({ data }: MessageEvent<string>) => swapStyles(JSON.parse(data) as string[]))
}
