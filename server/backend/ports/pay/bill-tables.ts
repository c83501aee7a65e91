import { ownValue } from '#shared/own-value.ts'
import { PayError } from './pay-provider.ts'

/** A table's rows by the names in its head line; `from` finds the head, `until` the line after the last row. */
export function readTable(
  lines: readonly string[],
  from: (line: string) => boolean,
  until: (line: string) => boolean,
  clean: (cell: string) => string,
): Readonly<Record<string, string>>[] {
  const start = lines.findIndex(from)
  if (start < 0) throw new PayError('A bill has another form than is known.')
  const names = cellsOf(lines[start] ?? '').map(clean)
  const rows: Readonly<Record<string, string>>[] = []
  for (const line of lines.slice(start + 1)) {
    if (until(line)) break
    if (line.trim() === '') continue
    const cells = cellsOf(line).map(clean)
    rows.push(Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
  }
  return rows
}

/** The cells of a line; one in quotes may hold commas. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index]
    if (quoted && character === '"' && line[index + 1] === '"') {
      cell += '"'
      index += 1
    } else if (character === '"' && (quoted || cell === '')) quoted = !quoted
    else if (character === ',' && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

/** A cell that must be there. */
export function cellOf(row: Readonly<Record<string, string>>, name: string): string {
  const value = ownValue(row, name)
  if (value === undefined) throw new PayError(`A bill lacks the column ${name}.`)
  return value
}
