import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'
import sharp from 'sharp'

// A thread of the backend that makes one HEIC photo a JPEG and ends: what the decoder took for its memory is given back with it.

/** A photo of 50 million pixels takes 600 MB: planes, and four bytes a pixel beside them. */
const mostPages = (768 * 1024 * 1024) / 65_536

// A file can ask its decoder for more than its metadata say. The decoder's memory grows by this call alone; refused, it gives up.
const { grow } = WebAssembly.Memory.prototype
WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
  if (this.buffer.byteLength / 65_536 + pages > mostPages) throw new RangeError('The picture asks for too much memory.')
  return grow.call(this, pages)
}

// NOTE: on Linux the priority is the thread's own (setpriority(2)); elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** The decoder turns the picture as its own properties say; what EXIF says besides doesn't count in HEIC (ISO 23008-12). */
async function toJpeg(buffer: Uint8Array): Promise<Uint8Array> {
  const { width, height, data } = await decode({ buffer })
  const raw = { width, height, channels: 4 } as const
  return sharp(data, { raw, limitInputPixels: false }).flatten({ background: '#fff' }).jpeg({ quality: 90 }).toBuffer()
}

toJpeg(workerData as Uint8Array).then(
  (jpeg) => parentPort?.postMessage({ jpeg }),
  (error: unknown) => parentPort?.postMessage({ fault: String(error) }),
)
