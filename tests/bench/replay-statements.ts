import pg from 'pg'

interface Recorded {
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

type Query = (...values: unknown[]) => Promise<{ rows?: Record<string, unknown>[] }>

/** Runs `work` and answers every statement that the driver sent meanwhile, with its values and answers. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = async function record(this: unknown, ...given: unknown[]) {
    const answer = await query.apply(this, given)
    const [statement, values = []] = given
    if (typeof statement === 'string')
      recorded.push({ text: statement, values: values as unknown[], rows: answer.rows ?? [] })
    return answer
  }
  try {
    await work()
  } finally {
    prototype.query = query
  }
  return recorded
}

/** Keys that a recording was made with, and those that stand in for them. Only keys from `firstKey` on: smaller numbers may mean anything. */
export const firstKey = 1_000_000

function isKey(value: unknown): boolean {
  return Number.isInteger(Number(value)) && Number(value) >= firstKey
}

function replaced(value: unknown, keys: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'number') return keys.get(String(value)) ?? value
  if (Array.isArray(value)) return value.map((one) => replaced(one, keys))
  if (typeof value !== 'string') return value
  return keys.get(value) ?? value.replace(/\d{7,}/g, (key) => keys.get(key) ?? key)
}

/** Sends recorded statements again, one after another, with other keys; what the database makes up this time is followed. */
export async function replayStatements(
  client: pg.PoolClient,
  recorded: readonly Recorded[],
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const keys = new Map(known)
  for (const { text, values, rows } of recorded) {
    const answer = await client.query(
      text,
      values.map((value) => replaced(value, keys)),
    )
    rows.forEach((row, index) => {
      for (const [name, before] of Object.entries(row)) {
        const now: unknown = answer.rows[index]?.[name]
        if (isKey(before) && now !== undefined && now !== null) keys.set(String(before), String(now))
      }
    })
  }
}
