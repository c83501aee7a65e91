import { dirname, join, normalize } from 'node:path'
import { outside, type Room, rooms } from './house-rooms.ts'

/** The room that a file belongs to, and which of its kind: `client/features/order` for a file under it. */
export interface Place {
  readonly room: Room
  readonly path: string
}

/** One import that its room's line doesn't allow. */
export interface Fault {
  readonly file: string
  readonly line: number
  readonly text: string
}

const depth = (path: string): number => path.split('/').filter((part) => part !== '').length

/** The first parts of `file` that fit a path of the table; undefined when it is somewhere else. */
function fitting(file: string, path: string): string | undefined {
  const [parts, wanted] = [file.split('/'), path.split('/')]
  if (path.endsWith('/')) return parts.length === wanted.length && file.startsWith(path) ? path : undefined
  if (parts.length < wanted.length || (wanted.at(-1) === '*' && parts.length === wanted.length)) return undefined
  return wanted.every((part, index) => part === '*' || part === parts[index])
    ? parts.slice(0, wanted.length).join('/')
    : undefined
}

const stars = (path: string): number => (path.includes('*') ? 1 : 0)

/** Where a file of the house belongs; undefined outside it. */
export function placeOf(file: string): Place | undefined {
  let found: Place | undefined
  for (const room of rooms) {
    const path = fitting(file, room.path)
    if (path === undefined) continue
    const isCloser = !found || depth(room.path) > depth(found.room.path)
    const isPlainer = found && depth(room.path) === depth(found.room.path) && stars(room.path) < stars(found.room.path)
    if (isCloser || isPlainer) found = { room, path }
  }
  return found
}

const importForm = /(?<![\w.])(?:from|import|import\()\s{0,4}'([^'\n]{1,200})'/g

/** What a text imports, with the line of each; comments aside. */
export function importsOf(text: string): { readonly to: string; readonly line: number }[] {
  const lines = text.split('\n')
  return lines.flatMap((content, index) => {
    const start = content.trimStart()
    if (start.startsWith('//') || start.startsWith('*') || start.startsWith('/*')) return []
    return [...content.matchAll(importForm)].map(([, to = '']) => ({ to, line: index + 1 }))
  })
}

function isAllowed(from: Place, to: Place, file: string): boolean {
  if (to.path === from.path) return true
  return from.room.may.some((path) => path === file || path === to.room.path || path === to.path || covers(path, to))
}

/** `server/backend/*` stands for every room below it. */
function covers(path: string, to: Pick<Place, 'path'>): boolean {
  return path.endsWith('/*') && to.path.startsWith(path.slice(0, -1)) && depth(to.path) === depth(path)
}

function refusalOf(from: Place, file: string, to: string): string | undefined {
  if (!to.startsWith('.') && !to.startsWith('#')) {
    const isRefused = (from.room.never ?? []).some((name) =>
      name === 'node:' ? to.startsWith(name) : to === name || (name !== 'zod' && to.startsWith(`${name}/`)),
    )
    return isRefused ? `${from.path} never imports ${to}` : undefined
  }
  const target = to.startsWith('#') ? to.slice(1) : normalize(join(dirname(file), to))
  const there = placeOf(target)
  if (!there) {
    const folder = outside.find((one) => target.startsWith(`${one}/`))
    return folder ? `nothing of the house imports ${folder}` : undefined
  }
  if (to.startsWith('..') && there.path !== from.path) return `${to} leaves its room: say #${target}`
  if (/-handlers\.ts$/.test(target) && there.path !== from.path && from.path !== 'server/backend/')
    return `${target} answers calls of its own noun: import what it uses instead`
  return isAllowed(from, there, target) ? undefined : `${from.path} may not import ${there.path} (${target})`
}

/** What a file of the house imports and may not; tests beside their files may import `tests`, and what their room may. */
export function faultsOf(file: string, text: string): Fault[] {
  const from = placeOf(file)
  if (!from) return []
  const isTest = /\.test\.tsx?$/.test(file)
  return importsOf(text).flatMap(({ to, line }) => {
    if (isTest && (/(^|\/)tests\//.test(to) || !/^[.#]/.test(to))) return []
    const refusal = refusalOf(from, file, to)
    return refusal === undefined ? [] : [{ file, line, text: refusal }]
  })
}

/** The rooms that a room of the table may import from. */
export function roomsBelow(path: string, table: readonly Room[] = rooms): string[] {
  const paths = table.map((room) => room.path)
  const room = table.find((one) => one.path === path)
  const below = (room?.may ?? []).flatMap((entry) => {
    if (entry.endsWith('/*')) return paths.filter((one) => covers(entry, { path: one }))
    if (paths.includes(entry)) return [entry]
    const place = placeOf(entry)
    return place ? [place.room.path] : []
  })
  return [...new Set(below)].filter((one) => one !== path)
}

/** Circles between rooms, as the table allows them: each as the paths that lead back to its first. */
export function circlesOf(table: readonly Room[] = rooms): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) {
      circles.push([...trail.slice(at), path])
      return
    }
    if (done.has(path)) return
    for (const next of roomsBelow(path, table)) visit(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of table) visit(path, [])
  return circles
}
