// `npm start`: installs, builds, seeds and serves; each step only when it is needed. Plain JavaScript that runs on
// Node 20 without node_modules; everything after the installation runs on the pinned Node.
import { ensureBuilt, ensureInstalled, pinnedNode, runForever } from './bootstrap.mjs'

await ensureInstalled()
await ensureBuilt()
runForever(pinnedNode(), ['--enable-source-maps', 'dist/server/index.js'], {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: 'dist/.compile-cache',
  MALLOC_ARENA_MAX: '2',
})
