import { runAvifPass } from '#server/avif/avif-pass.ts'

// A picture job that tells its parent of each picture it is done with, and goes on at once.
const [source = '', folder = ''] = process.argv.slice(2)
await runAvifPass({
  sources: [source],
  folder,
  warn: () => undefined,
  rest: async () => {
    process.send?.('done')
  },
})
process.disconnect?.()
