import type { Metafile } from 'esbuild'
import { hasState } from './module-state.ts'

// A small part that several scripts need is copied into each of them. A part with state is not: it stands in one script that
// is loaded whenever one of the others runs, from which they take it.

/** What is known of the parts of the first build before they are merged. */
export interface PartGraph {
  metafile: Metafile
  /** Parts of the entry. */
  entryGraph: ReadonlySet<string>
  /** Part → script, for the first part of everything that is loaded lazily. */
  lazy: ReadonlyMap<string, string>
}

/** For a part with state: the script that holds it, the entry's, or one of its own. */
export interface Places {
  /** Part → script that holds it. */
  homes: Map<string, string>
  /** Parts that go to the entry. */
  entry: string[]
  /** Parts that become scripts. */
  own: string[]
}

/** From this many bytes on, a part with state that no page has in common isn't loaded with every page. */
const ownFromBytes = 1500
const entryScript = 'entry'

function importsOf({ metafile }: PartGraph, part: string, kind: string): string[] {
  return (metafile.outputs[part]?.imports ?? [])
    .filter((one) => one.kind === kind && !one.external)
    .map((one) => one.path)
}

/** Script → the parts that stand in it. */
function partsOfScripts(graph: PartGraph): Map<string, Set<string>> {
  const scripts = new Map<string, Set<string>>([[entryScript, new Set(graph.entryGraph)]])
  for (const [first, script] of graph.lazy) {
    const parts = scripts.get(script) ?? new Set<string>()
    scripts.set(script, parts)
    const visit = (part: string): void => {
      if (parts.has(part) || graph.entryGraph.has(part) || (graph.lazy.get(part) ?? script) !== script) return
      parts.add(part)
      importsOf(graph, part, 'import-statement').forEach(visit)
    }
    visit(first)
  }
  return scripts
}

/** Script → scripts that load it, by a statement or when they want. */
function importersOf(
  graph: PartGraph,
  scripts: ReadonlyMap<string, ReadonlySet<string>>,
  kinds: readonly string[],
): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>([...scripts.keys()].map((script) => [script, new Set()]))
  for (const [script, parts] of scripts)
    for (const part of parts)
      for (const path of kinds.flatMap((kind) => importsOf(graph, part, kind))) {
        const other = graph.lazy.get(path)
        if (other !== undefined && other !== script) importers.get(other)?.add(script)
      }
  return importers
}

/** Script → the scripts that are loaded whenever it runs, itself among them. */
function loadedWith(graph: PartGraph, scripts: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const importers = importersOf(graph, scripts, ['import-statement', 'dynamic-import'])
  const byStatement = importersOf(graph, scripts, ['import-statement'])
  // All of them at first, and then fewer until nothing changes.
  const loaded = new Map(
    [...scripts.keys()].map((script) => [script, new Set(script === entryScript ? [entryScript] : scripts.keys())]),
  )
  const setOf = (script: string): Set<string> => loaded.get(script) ?? new Set()
  const next = (script: string): Set<string> => {
    const before = [...(importers.get(script) ?? [])].map(setOf)
    const common = [...(before[0] ?? [])].filter((other) => before.every((set) => set.has(other)))
    return new Set([script, entryScript, ...neededBy(script, byStatement), ...common])
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const script of scripts.keys()) {
      if (script === entryScript) continue
      const set = next(script)
      changed ||= set.size < setOf(script).size
      loaded.set(script, set)
    }
  }
  return loaded
}

/** The scripts that a script imports by a statement, and those that they import. */
function neededBy(
  script: string,
  byStatement: ReadonlyMap<string, ReadonlySet<string>>,
  seen: Set<string> = new Set(),
): Set<string> {
  for (const [other, from] of byStatement) {
    if (!from.has(script) || seen.has(other)) continue
    seen.add(other)
    neededBy(other, byStatement, seen)
  }
  return seen
}

/** The part and what it needs by a statement, as far as the entry doesn't have it. */
function withNeeds(graph: PartGraph, part: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(part) || graph.entryGraph.has(part)) return seen
  seen.add(part)
  for (const path of importsOf(graph, part, 'import-statement')) withNeeds(graph, path, seen)
  return seen
}

async function partHasState({ metafile }: PartGraph, part: string): Promise<boolean> {
  const inputs = Object.entries(metafile.outputs[part]?.inputs ?? {}).filter(
    ([, { bytesInOutput }]) => bytesInOutput > 0,
  )
  return (await Promise.all(inputs.map(([path]) => hasState(path)))).includes(true)
}

/** Decides where parts with state stand that several scripts need. */
export async function placeState(graph: PartGraph): Promise<Places> {
  const scripts = partsOfScripts(graph)
  const loaded = loadedWith(graph, scripts)
  const byStatement = importersOf(graph, scripts, ['import-statement'])
  const usersOf = (part: string): string[] =>
    [...scripts].filter(([, parts]) => parts.has(part)).map(([script]) => script)
  const places: Places = { homes: new Map(), entry: [], own: [] }
  for (const part of new Set([...scripts.values()].flatMap((parts) => [...parts]))) {
    const users = usersOf(part)
    if (users.length < 2 || !(await partHasState(graph, part))) continue
    const canHold = (script: string): boolean => {
      const first = neededBy(script, byStatement)
      return users.every((user) => user === script || (loaded.get(user)?.has(script) && !first.has(user)))
    }
    const home = users.find(canHold)
    const needs = [...withNeeds(graph, part)]
    const bytes = needs.reduce((sum, one) => sum + (graph.metafile.outputs[one]?.bytes ?? 0), 0)
    if (home !== undefined) places.homes.set(part, home)
    else if (bytes < ownFromBytes && !needs.some((one) => graph.lazy.has(one))) places.entry.push(...needs)
    else places.own.push(part)
  }
  return places
}
