import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** What a library calls at its top only to have something at hand: nothing happens when nobody uses it. */
const madeAhead = /^((?:var|let|const) \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm
/** Names for developers' tools, which would keep what they name. */
const names = /^\w+\.displayName = "\w+";$/gm

/** Says of react-router's components that they may be left out: only its history is used, a tenth of it. */
export const leanRouter: Plugin = {
  name: 'lean-router',
  setup(build) {
    build.onLoad({ filter: /node_modules\/react-router\/dist\/.*\.mjs$/, namespace: 'file' }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { contents: text.replace(madeAhead, '$1/* @__PURE__ */ $2').replace(names, ''), loader: 'js' }
    })
  },
}
