import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { renderLimitsDocument } from '#server/backend/limits-document.ts'
import { renderArchitecture } from './architecture-document.ts'
import { renderConfiguration } from './configuration-document.ts'
import { renderOrderStates } from './order-states-document.ts'
import { renderRights } from './rights-document.ts'

// `npm run docs`: documents that are made from the code; `--check` only says which differ from what is committed.
const documents: readonly [file: string, render: () => string][] = [
  ['architecture.md', renderArchitecture],
  ['configuration.md', renderConfiguration],
  ['rights.md', renderRights],
  ['limits.md', renderLimitsDocument],
  ['order-states.md', renderOrderStates],
]

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const checks = process.argv.includes('--check')
for (const [file, render] of documents) {
  const path = resolve(import.meta.dirname, '..', 'docs', file)
  const text = render()
  if (read(path) === text) continue
  if (checks) {
    console.error(`docs/${file} differs from the code: npm run docs`)
    process.exitCode = 1
  } else {
    writeFileSync(path, text)
    console.log(`docs/${file} written`)
  }
}
