import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { countRoutes } from './find-routes.ts'

// Part of `npm run check`: the browser's calls are said once, in the queries of their noun (…-queries.ts), with what a change makes old.
// In types a call may be named anywhere: the compiler knows those. Rooms whose calls still stand elsewhere are listed; the list only
// becomes shorter.
const waiting: ReadonlySet<string> = new Set([
  'features/calendar',
  'features/classes',
  'features/course',
  'features/exam',
  'features/forum',
  'features/homework',
  'features/note',
  'features/search',
  'features/support',
  'features/ticket',
  'features/timetable',
  'pages/article',
  'pages/catalogue-head.ts',
  'pages/classes',
  'pages/college',
  'pages/course',
  'pages/sitemap-entries.ts',
  'pages/exam',
  'pages/forum',
  'pages/home',
  'pages/homework',
  'pages/json-ld',
  'pages/study',
  'pages/ticket',
  'pages/work',
])
/** Which calls fail without a word: no call is made here. */
const names = 'client/app/api-errors.ts'

const roomOf = (file: string): string => file.split('/').slice(1, 3).join('/')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'client'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|-queries\.ts$/.test(file) && file !== names && existsSync(file),
  )
const found = files.filter((file) => countRoutes(file, readFileSync(file, 'utf8')) > 0)
const faults = found.filter((file) => !waiting.has(roomOf(file)))
const settled = [...waiting].filter((room) => !found.some((file) => roomOf(file) === room))
for (const file of faults) console.error(`${file}: calls stand in the queries of their noun (…-queries.ts)`)
for (const room of settled) console.error(`${room} says no call any more: take its line out of scripts/call-places.ts`)
console.log(`${files.length} files, ${faults.length} with calls outside of queries, ${waiting.size} rooms listed`)
process.exitCode = faults.length + settled.length > 0 || files.length === 0 ? 1 : 0
