const longestText = 500
const mostItems = 20
const deepest = 6

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === deepest) return '…'
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => shorten(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostItems)
      .map(([name, item]) => [name, shorten(item, depth + 1)]),
  )
}

/** A finished log line of at most `most` characters, still one JSON object: a longer one loses the rest of its texts and lists. */
export function boundLine(line: string, most: number): string {
  if (line.length <= most) return line
  const whole = JSON.parse(line) as Record<string, unknown>
  const short = `${JSON.stringify({ ...(shorten(whole, 0) as object), cut: line.length })}\n`
  if (short.length <= most) return short
  const { level, time, name } = whole
  return `${JSON.stringify({ level, time, name, msg: shorten(String(whole.msg ?? ''), 0), cut: line.length })}\n`
}
