/** How long the page that this tab had before may take to let go. */
const waitMs = 200

let held: { name: string; release: () => void } | undefined
let asked: { name: string; isHeld: Promise<boolean> } | undefined

/** Undefined on pages that aren't secure, and in old browsers: then nobody else is known of. */
function locks(): LockManager | undefined {
  return (navigator as { locks?: LockManager }).locks
}

/** Holds a name as long as this page is there, and no other one; false: another page holds it. */
function hold(name: string, signal?: AbortSignal): Promise<boolean> {
  const manager = locks()
  if (!manager || held?.name === name) return Promise.resolve(true)
  // This page itself doesn't wait for what it has just asked for.
  if (asked?.name === name) return asked.isHeld
  const isHeld = new Promise<boolean>((resolve) => {
    const handleLock = (): Promise<void> =>
      new Promise((release) => {
        releaseTab()
        held = { name, release }
        resolve(true)
      })
    manager.request(name, signal ? { signal } : {}, handleLock).catch(() => resolve(false))
  }).finally(() => {
    if (asked?.isHeld === isHeld) asked = undefined
  })
  asked = { name, isHeld }
  return isHeld
}

/** What this tab alone has from now on: nothing else makes use of it. */
export function holdForTab(name: string): void {
  void hold(name)
}

/** Whether what the tab's storage names is this tab's own: a tab that is duplicated gets a copy of the storage, but the first one holds the name. */
export function isOfThisTab(name: string): Promise<boolean> {
  return hold(name, AbortSignal.timeout(waitMs))
}

/** Others may have it. */
export function releaseTab(): void {
  held?.release()
  held = undefined
}
