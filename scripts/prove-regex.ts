import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { check, type Diagnostics, type Parameters } from 'recheck'

/**
 * Large enough that nearly all expressions are proven by automata instead of searched for attacks, and ended by steps instead of
 * time: a busy machine comes to the same result.
 */
const parameters: Parameters = {
  timeout: 120_000,
  maxRepeatCount: 5000,
  maxPatternSize: 5000,
  maxNFASize: 200_000,
  incubationTimeout: null,
  attackTimeout: null,
  attackLimit: 100_000_000,
}

/** What became of one expression: the steps that it takes, by the length of the input. */
export type Proof =
  | { readonly safe: true; readonly complexity: string }
  | { readonly safe: false; readonly complexity: string; readonly attack: string | undefined }

const require = createRequire(import.meta.url)
const { version } = require('recheck/package.json') as { version: string }

function hasNativeChecker(): boolean {
  try {
    require.resolve(
      `recheck-${{ darwin: 'macos', win32: 'windows' }[process.platform as string] ?? process.platform}-${process.arch}/package.json`,
    )
    return true
  } catch {
    return false
  }
}

function proofOf(result: Diagnostics): Proof {
  if (result.status === 'safe')
    return { safe: true, complexity: result.checker === 'automaton' ? result.complexity.type : 'no attack found' }
  if (result.status === 'vulnerable')
    return { safe: false, complexity: result.complexity.summary, attack: result.attack.pattern }
  return { safe: false, complexity: `unknown (${result.error.kind})`, attack: undefined }
}

/** Whether an expression is linear in its input. Slow: tenths of a second, for some seconds. */
export async function proveRegex(source: string, flags: string): Promise<Proof> {
  // the package would rather start Java, which takes longer than the proofs; without the native program its script does it
  process.env.RECHECK_BACKEND ??= hasNativeChecker() ? 'native' : 'pure'
  return proofOf(await check(source, flags, parameters))
}

/** Expressions that were proven linear, `/source/flags` → complexity: a lock file, so that only a new one costs its proof. */
export interface ProvenRegexes {
  get(key: string): string | undefined
  /** Writes those that stand in the code, in order; nothing when the file says the same. */
  save(proven: ReadonlyMap<string, string>): void
}

/** Reads the lock file; proofs of another version of the checker or with other parameters don't count. */
export function openProvenRegexes(path: string): ProvenRegexes {
  const checker = `recheck ${version} ${JSON.stringify(parameters)}`
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const stored = (text ? JSON.parse(text) : {}) as { checker?: string; linear?: Record<string, string> }
  const linear = new Map(stored.checker === checker ? Object.entries(stored.linear ?? {}) : [])
  return {
    get: (key) => linear.get(key),
    save(proven) {
      const sorted = [...proven].sort(([a], [b]) => (a < b ? -1 : 1))
      const next = `${JSON.stringify({ checker, linear: Object.fromEntries(sorted) }, undefined, 2)}\n`
      if (next !== text) writeFileSync(path, next)
    },
  }
}
