/** Under `npm run dev`: swaps stylesheets in place, reloads the page after any other change. */
export function listenForBuilds(): void {
  let boot: string | undefined
  const events = new EventSource('/dev/events')
  events.addEventListener('boot', (event) => {
    if (boot !== undefined && boot !== event.data) location.reload()
    boot = event.data as string
  })
  events.addEventListener('styles', (event) => {
    const label = (href: string): string => href.replace(/-[A-Z0-9]+\.css$/, '')
    for (const href of JSON.parse(event.data as string) as string[]) {
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
        const old = new URL(link.href).pathname
        if (old === href || label(old) !== label(href)) continue
        const next = link.cloneNode() as HTMLLinkElement
        next.href = href
        next.onload = () => link.remove()
        link.after(next)
      }
    }
  })
}
