import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createFairQueue } from '#server/backend/base/fair-queue.ts'

/** Built servers have the thread's script beside them, sources in their folder. */
const script = import.meta.dirname.endsWith(join('dist', 'server')) ? 'heic-thread.js' : 'heic-thread.ts'
/** The largest photo that is taken needs a few seconds; a thread that takes so long is ended. */
const longestMs = 120_000
/** Bytes are in WebAssembly and outside of the heap; what lies in it is small. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 } as const

/** Whoever has many waits behind their own; the last of all waits some minutes at worst. */
const queue = createFairQueue({ mostOfOne: 10, mostWaiting: 40 })

function decode(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(join(import.meta.dirname, script), {
      workerData: bytes,
      resourceLimits,
      // the decoder tells its faults to the console
      stdout: true,
      stderr: true,
    })
    const end = (jpeg: Uint8Array | undefined): void => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(jpeg)
    }
    const timer = setTimeout(() => end(undefined), longestMs)
    worker.once('message', ({ jpeg }: { jpeg?: Uint8Array }) => end(jpeg))
    // without memory, or with a file that breaks the decoder, the thread dies: no other call notices
    worker.once('error', () => end(undefined))
    worker.once('exit', () => end(undefined))
  })
}

async function replace(path: string): Promise<boolean> {
  const jpeg = await decode(await readFile(path))
  if (!jpeg) return false
  await writeFile(path, jpeg, { flush: true })
  return true
}

/**
 * Replaces a HEIC photo of somebody by an upright JPEG without its metadata; false when it can't be read. One at a time, in a thread of its own
 * that ends with it: each needs the memory of a whole picture. Its measures were looked at before. Rejects with `QueueFull`.
 */
export function makeJpegOfHeic(path: string, owner: string): Promise<boolean> {
  return queue.add(owner, () => replace(path))
}
