import { type Room, rooms } from './house-rooms.ts'
import { roomsBelow } from './read-borders.ts'

/** The floor of each room: one above the highest room that it may import. */
function floorsOf(table: readonly Room[]): Map<string, number> {
  const floors = new Map<string, number>()
  const floorOf = (path: string): number => {
    const known = floors.get(path)
    if (known !== undefined) return known
    const below = roomsBelow(path, table)
    const floor = below.length === 0 ? 0 : 1 + Math.max(...below.map(floorOf))
    floors.set(path, floor)
    return floor
  }
  for (const { path } of table) floorOf(path)
  return floors
}

const parts = [
  ['Shared by both sides', (path: string) => path.startsWith('shared')],
  ['In the browser, and rendered on the server', (path: string) => path.startsWith('client')],
  ['The backend and its seed', (path: string) => path.startsWith('server/backend') || path === 'server/seed'],
  [
    'The site',
    (path: string) => path.startsWith('server') && !path.startsWith('server/backend') && path !== 'server/seed',
  ],
] as const

const code = (path: string): string => `\`${path}\``

function drawFloors(list: readonly Room[], floors: ReadonlyMap<string, number>): string {
  const levels = [...new Set(list.map(({ path }) => floors.get(path) ?? 0))].sort((a, b) => b - a)
  const lines = levels.map((level, index) => {
    const here = list.filter(({ path }) => floors.get(path) === level)
    return `| ${levels.length - index} | ${here.map(({ path, what }) => `${code(path)} ${what}`).join('<br>')} |`
  })
  return ['| floor | rooms |', '| --- | --- |', ...lines].join('\n')
}

function listImports(list: readonly Room[]): string {
  return list
    .map(({ path, may, never = [] }) => {
      const from = may.length > 0 ? may.map(code).join(', ') : 'nothing'
      const packages = never.length > 0 ? ` Never ${never.map(code).join(', ')}.` : ''
      return `- ${code(path)}: ${from}.${packages}`
    })
    .join('\n')
}

/** The house as its table of rooms has it: floors from above, and what each room may import, as Markdown. */
export function renderArchitecture(): string {
  const floors = floorsOf(rooms)
  const drawn = parts.map(([title, isIn]) => {
    const list = rooms.filter(({ path }) => isIn(path))
    return `## ${title}\n\n${drawFloors(list, floors)}\n\nWhat each may import beside its own files:\n\n${listImports(list)}\n`
  })
  return `# The house

Made from \`scripts/house-rooms.ts\` by \`npm run docs\`; changes made here are lost. \`npm run check\` holds every import against that
table, types counted.

A room is a folder (or a file) with a subject of its own. It imports only rooms below it, so there are no circles. \`*\` stands for
each folder in that place: those don't know each other. A path that ends with \`/\` is the files that stand in it themselves. Imports of
another room are said from the root (\`#server/…\`, \`#client/…\`, \`#shared/…\`), and nobody imports another noun's handlers.

${drawn.join('\n')}`
}
