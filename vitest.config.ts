import { defineConfig } from 'vitest/config'

const forks = { pool: 'forks' as const, environment: 'node' as const }

/** Two workers: more would not be faster, because each holds an embedded database. */
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
          // they share nothing that one could leave to another: a process of its own for each file costs more than the tests
          isolate: false,
          include: ['shared/**/*.test.ts', 'server/**/*.test.ts', 'client/**/*.test.ts'],
        },
      },
      {
        test: {
          ...forks,
          name: 'backend',
          include: ['tests/backend/**/*.test.ts'],
          globalSetup: ['tests/support/backend-template.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...forks,
          name: 'site',
          include: ['tests/site/**/*.test.ts', 'tests/site/**/*.test.tsx', 'tests/proxy/**/*.test.ts'],
          globalSetup: ['tests/support/backend-template.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
