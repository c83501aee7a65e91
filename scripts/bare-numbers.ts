import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findBareNumbers } from './find-bare-numbers.ts'

// Part of `npm run check`: states and kinds are said by their names, which stand in shared/contract/enums.ts. Migrations say what
// the numbers were when they were written; drawings and films of the demo have kinds of their own.
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'client', 'shared', 'server'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(file))
  .filter((file) => /^(client|shared|server\/(backend|seed|site|render))\//.test(file))
  .filter((file) => !/^server\/(backend\/db\/migrations|seed\/(data|media|pictures))\//.test(file))

let count = 0
for (const file of files) {
  for (const { line, code } of findBareNumbers(file, readFileSync(file, 'utf8'))) {
    count += 1
    console.error(`${file}:${line}: ${code}: say its name (shared/contract/enums.ts)`)
  }
}
console.log(`${files.length} files, ${count} states and kinds as bare numbers`)
process.exitCode = count > 0 || files.length === 0 ? 1 : 0
