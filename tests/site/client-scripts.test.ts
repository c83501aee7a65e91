import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// What the build made of the client: a page loads several scripts, and small parts stand in more than one of them.

/** The scripts' maps, which nobody is given. */
const folder = 'dist/client/maps'

/** Module → the scripts of the last build that hold it, by their source maps. */
function scriptsOfModules(): Map<string, string[]> {
  if (!existsSync('dist/client/manifest.json')) throw new Error('There is no build: npm run build makes one.')
  const { imports } = JSON.parse(readFileSync('dist/client/manifest.json', 'utf8')) as {
    imports: Record<string, string>
  }
  const modules = new Map<string, string[]>()
  for (const file of Object.values(imports).map((address) => basename(address))) {
    const { sources } = JSON.parse(readFileSync(join(folder, `${file}.map`), 'utf8')) as { sources: string[] }
    for (const source of new Set(sources)) modules.set(source, [...(modules.get(source) ?? []), file])
  }
  return modules
}

/** Whether a module keeps something: a variable of its own, a context, a collection that it changes. */
function keepsSomething(text: string): boolean {
  if (/^(?:export )?let /m.test(text) || /^(?:export )?const .*\bcreateContext\b/m.test(text)) return true
  const collections = [
    ...text.matchAll(/^(?:export )?const (\w+)\b.*= (?:new (?:Map|Set|WeakMap|WeakSet)\b|\[\]|\{\})/gm),
  ]
  return collections.some(([, name]) => new RegExp(`\\b${name}\\.(?:set|add|delete|clear|push)\\(`).test(text))
}

const modules = scriptsOfModules()
const pathOf = (source: string): string => resolve(folder, source)
const scriptsOf = (path: string): string[] =>
  [...modules].find(([source]) => pathOf(source) === resolve(path))?.[1] ?? []

test('a module with state stands in one script', () => {
  const own = [...modules].filter(([source]) => /\.tsx?$/.test(source) && existsSync(pathOf(source)))
  const keeping = own.filter(([source]) => keepsSomething(readFileSync(pathOf(source), 'utf8')))
  expect(keeping.length).toBeGreaterThan(10)
  expect(keeping.filter(([, scripts]) => scripts.length > 1)).toEqual([])
})

test.each(['client/ui/lock-scroll.ts', 'client/browser/tab-store.ts', 'client/features/room/room-context.ts'])(
  '%s, which several scripts need, is in one',
  (path) => {
    expect(scriptsOf(path)).toHaveLength(1)
  },
)

test('a stateless module may be in several scripts', () => {
  expect([...modules.values()].some((scripts) => scripts.length > 1)).toBe(true)
})
