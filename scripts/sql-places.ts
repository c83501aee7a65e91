import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { holdsSql, isPlaceOfSql } from './find-sql.ts'

// Part of `npm run check`: SQL stands in stores.
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && existsSync(file))

const faults = files.filter((file) => !isPlaceOfSql(file) && holdsSql(file, readFileSync(file, 'utf8')))
for (const file of faults) console.error(`${file}: SQL stands in stores (…-store.ts)`)
console.log(`${files.length} files, ${faults.length} with SQL outside of stores`)
process.exitCode = faults.length > 0 || files.length === 0 ? 1 : 0
