import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { linesOf, measureFunctions, quantile, tooLargeIn } from './measure-sizes.ts'

// Part of `npm run check`: files, functions and lists of arguments are no longer than the style says (docs/style.md). Biome's rules
// can't tell a chapter of tests (`describe`) from a function.
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }))

const found = files.flatMap(({ file, code }) => tooLargeIn(file, code))
for (const { place, text } of found) console.error(`${place}: ${text}`)
const lengths = files.map(({ code }) => linesOf(code))
const functions = files.flatMap(({ file, code }) => (file.endsWith('.css') ? [] : measureFunctions(file, code)))
const ofFunctions = functions.map(({ lines }) => lines)
console.log(
  `${files.length} files: median ${quantile(lengths, 0.5)} lines, p90 ${quantile(lengths, 0.9)}; ` +
    `${functions.length} functions: p90 ${quantile(ofFunctions, 0.9)}; ${found.length} too large`,
)
process.exitCode = found.length > 0 || files.length === 0 ? 1 : 0
