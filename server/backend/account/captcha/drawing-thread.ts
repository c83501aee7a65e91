import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { DrawingOrder } from './drawing.ts'
import { drawLetters } from './letter-picture.ts'
import { drawSlide } from './slide-picture.ts'
import { speakLetters } from './spoken-letters.ts'

// A thread of the backend that draws captchas and reads them out: milliseconds of arithmetic for each, which calls need not wait for.

// NOTE: on Linux the priority is the thread's own (setpriority(2)); elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

async function draw(order: DrawingOrder): Promise<unknown> {
  if (order.kind === 'slide') return drawSlide(order.level)
  if (order.kind === 'letters') return drawLetters(order.level)
  return speakLetters(order.text).toString('base64')
}

parentPort?.on('message', (order: DrawingOrder) => {
  draw(order).then(
    (drawing) => parentPort?.postMessage({ drawing }),
    (error: unknown) => parentPort?.postMessage({ error }),
  )
})
