import { globSync, readFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { findRegexes } from './find-regexes.ts'
import { openProvenRegexes, type Proof, proveRegex } from './prove-regex.ts'
import { runtimeRegexes } from './runtime-regexes.ts'

// A part of `npm run check`: every regular expression of the server, the client and what they share is linear in its input, or a
// stranger's text could stop a process. What was proven stands in proven-regexes.json, which this keeps up to date; `--anew` proves all
// of it again. `node scripts/check-regexes.ts [folder]` looks at another folder's server, shared and client.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { anew: { type: 'boolean' } } })
const elsewhere = positionals[0]
const folder = resolve(elsewhere ?? '.')
const isOurs = (path: string): boolean => !/\.test\.tsx?$/.test(path) && !path.startsWith('server/seed/')
const files = globSync('{server,shared,client}/**/*.{ts,tsx}', { cwd: folder })
  .map((path) => path.replaceAll(sep, '/'))
  .filter(isOurs)
  .sort()

const lock = openProvenRegexes('scripts/proven-regexes.json')
const faults: string[] = []
const different = new Set<string>()
const linear = new Map<string, string>()
let all = 0

async function prove(place: string, source: string, flags: string): Promise<void> {
  const key = `/${source}/${flags}`
  different.add(key)
  const known = linear.get(key) ?? (values.anew ? undefined : lock.get(key))
  const proof: Proof = known === undefined ? await proveRegex(source, flags) : { safe: true, complexity: known }
  if (proof.safe) linear.set(key, proof.complexity)
  else
    faults.push(
      `${place}: ${key} is not linear: ${proof.complexity}; attack: ${proof.attack ?? 'the proof itself failed'}`,
    )
}

const seen = new Set<(typeof runtimeRegexes)[number]>()
for (const file of files) {
  const { found, atRuntime } = findRegexes(file, readFileSync(resolve(folder, file), 'utf8'))
  all += found.length + atRuntime.length
  for (const { line, source, flags } of found) await prove(`${file}:${line}`, source, flags)
  for (const { line, code } of atRuntime) {
    const reviewed = runtimeRegexes.find((entry) => entry.file === file && code.includes(`(${entry.begins}`))
    if (reviewed) seen.add(reviewed)
    else
      faults.push(
        `${file}:${line}: ${code} is made at run time: write it as a literal, or bound it and add it to scripts/runtime-regexes.ts`,
      )
  }
}
if (elsewhere === undefined) {
  lock.save(linear)
  for (const entry of runtimeRegexes)
    if (!seen.has(entry)) faults.push(`scripts/runtime-regexes.ts: ${entry.file} has no such expression any more`)
}
for (const fault of faults) console.error(fault)
console.log(
  `${all} regular expressions, ${different.size} different ones, ${seen.size} made at run time, ${faults.length} faults`,
)
process.exitCode = faults.length > 0 ? 1 : 0
