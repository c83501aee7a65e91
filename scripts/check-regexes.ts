import { globSync, readFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { findRegexes } from './find-regexes.ts'
import { openProofCache, proveRegex } from './prove-regex.ts'
import { runtimeRegexes } from './runtime-regexes.ts'

// A part of `npm run check`: every regular expression of the server, the client and what they share is linear in its input, or a
// stranger's text could stop a process. `node scripts/check-regexes.ts [folder]` looks at another folder's server, shared and client.

const folder = resolve(process.argv[2] ?? '.')
const isOurs = (path: string): boolean => !/\.test\.tsx?$/.test(path) && !path.startsWith('server/seed/')
const files = globSync('{server,shared,client}/**/*.{ts,tsx}', { cwd: folder })
  .map((path) => path.replaceAll(sep, '/'))
  .filter(isOurs)
  .sort()

const cache = await openProofCache('.cache/regexes.json')
const faults: string[] = []
const different = new Set<string>()
let all = 0

async function prove(place: string, source: string, flags: string): Promise<void> {
  const key = `/${source}/${flags}`
  different.add(key)
  const proof = cache.get(key) ?? (await proveRegex(source, flags))
  if (proof.safe || proof.attack !== undefined) cache.set(key, proof)
  if (!proof.safe)
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
await cache.save()
if (process.argv[2] === undefined) {
  for (const entry of runtimeRegexes)
    if (!seen.has(entry)) faults.push(`scripts/runtime-regexes.ts: ${entry.file} has no such expression any more`)
}
for (const fault of faults) console.error(fault)
console.log(
  `${all} regular expressions, ${different.size} different ones, ${seen.size} made at run time, ${faults.length} faults`,
)
process.exitCode = faults.length > 0 ? 1 : 0
