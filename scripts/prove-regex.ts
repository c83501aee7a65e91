import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
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

/** Proofs that are kept between runs, by expression; another version or other parameters begin anew. */
export interface ProofCache {
  get(key: string): Proof | undefined
  set(key: string, proof: Proof): void
  save(): Promise<void>
}

/** Opens the cache at this path; a file that can't be read is an empty cache. */
export async function openProofCache(path: string): Promise<ProofCache> {
  const made = `${version} ${JSON.stringify(parameters)}`
  let proofs = new Map<string, Proof>()
  let changed = false
  if (existsSync(path)) {
    const stored = (await readFile(path, 'utf8')
      .then(JSON.parse)
      .catch(() => ({}))) as { made?: string; proofs?: [string, Proof][] }
    if (stored.made === made && Array.isArray(stored.proofs)) proofs = new Map(stored.proofs)
  }
  return {
    get: (key) => proofs.get(key),
    set(key, proof) {
      proofs.set(key, proof)
      changed = true
    },
    async save() {
      if (!changed) return
      await mkdir(dirname(path), { recursive: true })
      const unfinished = `${path}.${process.pid}`
      await writeFile(unfinished, JSON.stringify({ made, proofs: [...proofs] }))
      await rename(unfinished, path)
    },
  }
}
