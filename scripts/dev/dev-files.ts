import { rename, writeFile } from 'node:fs/promises'

/** The folder of the build that development serves. */
export const assetsFolder = 'dist/client/assets'
const stateFile = 'dist/client/dev.json'

/** What open pages hear of a change; `client/browser/dev-reload.ts` reads it. */
export interface DevState {
  /** Counts the builds that are served. */
  builds: number
  /** Counts those after which open pages must be loaded again. */
  reloads: number
  /** Counts the modules that were swapped in, and the script of the latest. */
  patches: number
  patch: string
  /** The file that it is made of, as the client's build names it. */
  patched: string
}

let state: DevState = { builds: 0, reloads: 0, patches: 0, patch: '', patched: '' }

/** Tells open pages; written aside and moved, so that nobody reads a half. */
export async function tellPages(change: (now: DevState) => Partial<DevState>): Promise<void> {
  state = { ...state, ...change(state) }
  await writeFile(`${stateFile}.tmp`, JSON.stringify(state))
  await rename(`${stateFile}.tmp`, stateFile)
}
