/**
 * A bounded map that forgets what was not asked for lately. Two generations instead of a linked list:
 * a hit is one `Map` look-up, which is what the front can afford.
 */
export class RecentMap<V> {
  readonly #half: number
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  constructor(limit: number) {
    this.#half = Math.max(1, Math.floor(limit / 2))
  }

  get(key: string): V | undefined {
    const found = this.#young.get(key)
    if (found !== undefined) return found
    const older = this.#old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }

  /** Every remembered value, the younger ones first; a key that moved between generations comes once. */
  *values(): Generator<V> {
    yield* this.#young.values()
    for (const [key, value] of this.#old) if (!this.#young.has(key)) yield value
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }
}
