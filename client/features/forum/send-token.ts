let last: { of: string; token: string } | undefined

/** The same for the same text as long as it is sent again: a second try never makes a second post. */
export function tokenOf(text: readonly unknown[]): string {
  const of = JSON.stringify(text)
  if (last?.of !== of) last = { of, token: crypto.randomUUID() }
  return last.token
}
