/** Does `make` once for all who ask for the same key while it is under way; who asks afterwards has it made anew. */
export type SingleFlight<T> = (key: string, make: () => Promise<T>) => Promise<T>

/** Creates one, with keys of its own. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, make) => {
    const others = underWay.get(key)
    if (others) return others
    const own = make().finally(() => underWay.delete(key))
    underWay.set(key, own)
    return own
  }
}
