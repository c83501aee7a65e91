import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { judgeSizes, linesOf, measureFunctions, quantile, type ToSplit, tooLargeIn } from './measure-sizes.ts'

// Part of `npm run check`: files, functions and lists of arguments are no longer than the style says (docs/style.md). Biome's rules
// can't tell a chapter of tests (`describe`) from a function. What was larger before there was a limit stands in sizes-to-split.json with
// its size: it may only become smaller, and its line goes when it fits. `node scripts/sizes.ts --shrink` writes that list anew.
const listFile = new URL('sizes-to-split.json', import.meta.url)
const toSplit = JSON.parse(readFileSync(listFile, 'utf8')) as ToSplit
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }))

const found = files.flatMap(({ file, code }) => tooLargeIn(file, code))
const { grown, settled } = judgeSizes(found, toSplit)
for (const { place, text } of grown) console.error(`${place}: ${text}`)
if (process.argv.includes('--shrink')) {
  const kept = new Map<string, number>()
  for (const { key, size } of found) if (size <= (toSplit[key] ?? 0)) kept.set(key, Math.max(size, kept.get(key) ?? 0))
  writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`)
} else for (const key of settled) console.error(`${key} fits: take its line out of scripts/sizes-to-split.json`)
const lengths = files.map(({ code }) => linesOf(code))
const functions = files.flatMap(({ file, code }) => (file.endsWith('.css') ? [] : measureFunctions(file, code)))
const ofFunctions = functions.map(({ lines }) => lines)
console.log(
  `${files.length} files: median ${quantile(lengths, 0.5)} lines, p90 ${quantile(lengths, 0.9)}; ` +
    `${functions.length} functions: p90 ${quantile(ofFunctions, 0.9)}; ${grown.length} too large, ${found.length - grown.length} listed to be split`,
)
process.exitCode = grown.length + settled.length > 0 || files.length === 0 ? 1 : 0
