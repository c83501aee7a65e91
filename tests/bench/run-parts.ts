import type { BenchLine } from './bench-line.ts'

export type BenchParts = Readonly<Record<string, () => Promise<readonly BenchLine[]>>>

/** A part that died has a line, too: what it died of, cut to one row of the table. */
function failedLine(name: string, error: unknown): BenchLine {
  const said = error instanceof Error ? error.message : String(error)
  return { name: `${name}: died`, value: said.split('\n')[0]?.slice(0, 120) ?? '', goal: 'a figure', ok: false }
}

/** Runs the parts one after another, or only the one that is wanted; one that dies stops no other, and `onDeath` has its whole error. */
export async function runParts(
  parts: BenchParts,
  wanted: string | undefined,
  onDeath: (name: string, error: unknown) => void,
): Promise<BenchLine[]> {
  const lines: BenchLine[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (wanted !== undefined && wanted !== name) continue
    try {
      lines.push(...(await part()))
    } catch (error) {
      onDeath(name, error)
      lines.push(failedLine(name, error))
    }
  }
  return lines
}
