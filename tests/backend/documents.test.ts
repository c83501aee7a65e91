import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

test('the documents in docs/ say what the code says', () => {
  expect(
    execFileSync(process.execPath, [resolve('scripts/docs.ts'), '--check'], { encoding: 'utf8', stdio: 'pipe' }),
  ).toBe('')
})
