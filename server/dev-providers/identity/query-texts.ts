export type Texts = Readonly<Record<string, string | undefined>>

/** A query's or form's values as text: of a repeated one the last. */
export function textsOf(values: unknown): Texts {
  const entries = Object.entries((values ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? String(value.at(-1)) : String(value)]),
  )
}
