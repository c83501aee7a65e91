import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { holdsSql, isPlaceOfSql } from './find-sql.ts'

// Part of `npm run check`: SQL stands in stores. Files that held some before that was checked stand in sql-to-move.json; the list only
// becomes shorter: `node scripts/sql-places.ts --shrink`. A file that answers calls (-handlers, -route) is never on it.
const listFile = new URL('sql-to-move.json', import.meta.url)
const toMove = new Set(JSON.parse(readFileSync(listFile, 'utf8')) as string[])
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && existsSync(file))

const elsewhere = files.filter((file) => !isPlaceOfSql(file) && holdsSql(file, readFileSync(file, 'utf8')))
const faults = elsewhere.filter((file) => !toMove.has(file) || /-(?:handlers|routes?)\.ts$/.test(file))
const settled = [...toMove].filter((file) => !elsewhere.includes(file))
for (const file of faults) console.error(`${file}: SQL stands in stores (…-store.ts)`)
if (process.argv.includes('--shrink')) {
  const kept = [...toMove].filter((file) => elsewhere.includes(file))
  writeFileSync(listFile, `${JSON.stringify(kept, undefined, 2)}\n`)
} else for (const file of settled) console.error(`${file} holds no SQL: take its line out of scripts/sql-to-move.json`)
console.log(
  `${files.length} files, ${faults.length} with SQL outside of stores, ${elsewhere.length} listed to be moved`,
)
process.exitCode = faults.length + settled.length > 0 || files.length === 0 ? 1 : 0
