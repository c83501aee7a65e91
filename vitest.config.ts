import { configDefaults, defineConfig } from 'vitest/config'
import { leftOut } from './tests/long-files.ts'

const forks = { pool: 'forks' as const, environment: 'node' as const }

/** What `npm test` leaves to `npm test whole`. */
const exclude = [...configDefaults.exclude, ...leftOut()]

/** It measures the memory of its process. */
const alone = ['tests/site/edge-memory.test.ts']

/**
 * Two workers: more would not be faster, because each holds an embedded database. The files of a worker share its process
 * (every file has a database of its own, and nothing of a process is theirs to change): loading everything anew for each
 * costs more than the tests.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // An embedded database is loaded for every file and uses a part of its code: only that is compiled.
    execArgv: ['--wasm-lazy-compilation'],
    projects: [
      {
        test: {
          ...forks,
          name: 'unit',
          isolate: false,
          include: ['shared/**/*.test.ts', 'server/**/*.test.ts', 'client/**/*.test.ts'],
        },
      },
      {
        test: {
          ...forks,
          name: 'backend',
          isolate: false,
          include: ['tests/backend/**/*.test.ts'],
          exclude,
          globalSetup: ['tests/support/backend-template.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...forks,
          name: 'site',
          isolate: false,
          include: ['tests/site/**/*.test.ts', 'tests/site/**/*.test.tsx', 'tests/proxy/**/*.test.ts'],
          exclude: [...exclude, ...alone],
          globalSetup: ['tests/support/backend-template.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      { test: { ...forks, name: 'alone', include: alone, testTimeout: 20_000, hookTimeout: 60_000 } },
    ],
  },
})
