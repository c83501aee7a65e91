const prefix = 'page:'

/** Undefined on pages that aren't secure, and in old browsers. */
function locks(): LockManager | undefined {
  return (navigator as { locks?: LockManager }).locks
}

/** Says to the other pages of this browser that this one is there, until it is gone or the answered function is called. */
export function announcePage(name: string): () => void {
  let release = (): void => undefined
  const gone = new Promise<void>((resolve) => {
    release = resolve
  })
  void locks()
    ?.request(prefix + name, () => gone)
    .catch(() => undefined)
  return () => release()
}

/** The pages that are there now; undefined where the browser doesn't tell. */
export async function pagesHere(): Promise<ReadonlySet<string> | undefined> {
  const held = (
    await locks()
      ?.query()
      .catch(() => undefined)
  )?.held
  return held && new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
