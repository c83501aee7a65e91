import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { circlesOf, faultsOf, placeOf } from './read-borders.ts'

// Part of `npm run check`: every import of the house is held against the table of its rooms (house-rooms.ts), types counted.
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'client', 'server', 'shared'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file))

const homeless = files.filter((file) => !placeOf(file))
const faults = files.flatMap((file) => faultsOf(file, readFileSync(file, 'utf8')))
const circles = circlesOf()
for (const file of homeless) console.error(`${file}: no room of scripts/house-rooms.ts has it`)
for (const { file, line, text } of faults) console.error(`${file}:${line}: ${text}`)
for (const circle of circles) console.error(`a circle of rooms: ${circle.join(' → ')}`)
console.log(`${files.length} files, ${faults.length} imports over a border, ${circles.length} circles`)
process.exitCode = homeless.length + faults.length + circles.length > 0 || files.length === 0 ? 1 : 0
