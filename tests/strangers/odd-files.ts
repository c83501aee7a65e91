import * as fc from 'fast-check'
import type { UploadSamples } from '../support/upload-samples.ts'
import { ours, type Part, ticketMark } from './request-parts.ts'

/** What a file is said to be, by its ending; one that isn't known here is said to be nothing in particular. */
const contentTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['bmp', 'image/bmp'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['psd', 'image/vnd.adobe.photoshop'],
  ['svg', 'image/svg+xml'],
  ['tiff', 'image/tiff'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['mp3', 'audio/mpeg'],
  ['weba', 'audio/webm'],
  ['m4a', 'audio/mp4'],
  ['zip', 'application/zip'],
  ['rar', 'application/vnd.rar'],
])

/** Texts on which readers of such files have gone wrong. */
const texts = [
  '',
  '<',
  `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(20_000)}`,
  `<?xml version="1.0"?>${'<!-- '.repeat(20_000)}`,
  `<!DOCTYPE svg [<!ENTITY a "aaaa">${'<!ENTITY b "&a;&a;">'.repeat(500)}]><svg>&b;</svg>`,
  `<svg ${'a="'.repeat(10_000)}`,
  'PK\u0003\u0004'.repeat(5000),
  'RIFF',
  'ftyp',
]

/** Bytes of a file: whole, cut off, with wrong ones among them, of another kind than they are said to be. */
function bytes(samples: UploadSamples, extension: string): fc.Arbitrary<Buffer> {
  const own = samples[extension]
  const any = fc.constantFrom(...Object.values(samples))
  const sample = own ? fc.oneof({ weight: 3, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: any }) : any
  const wrongBytes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 127, 128, 255)), { minLength: 1, maxLength: 12 })
  return fc.oneof(
    { weight: 2, arbitrary: sample },
    { weight: 3, arbitrary: fc.tuple(sample, fc.nat()).map(([file, at]) => file.subarray(0, at % (file.length + 1))) },
    {
      weight: 4,
      arbitrary: fc.tuple(sample, wrongBytes).map(([file, wrong]) => {
        const odd = Buffer.from(file)
        // the heads of files say how long and how large things are
        for (const [at, byte] of wrong) odd[at % Math.min(odd.length, 200)] = byte
        return odd
      }),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(sample, sample).map(([one, other]) => Buffer.concat([one.subarray(0, 40), other])),
    },
    { weight: 2, arbitrary: fc.constantFrom(...texts).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((list) => Buffer.from(list)) },
  )
}

/** Files that are sent to an address which was asked for; what is said of them mostly fits the beginning of none. */
export function fileRequest(samples: UploadSamples): fc.Arbitrary<Part> {
  const purpose = fc.constantFrom('', 'avatar', 'study', 'study', 'constructor')
  const ending = fc.constantFrom(...contentTypes)
  return ending.chain(([extension, contentType]) =>
    fc.tuple(bytes(samples, extension), purpose).map(([file, key]) => ({
      method: 'PUT',
      target: ticketMark,
      headers: [...ours, ['Content-Type', contentType] as const],
      body: file,
      needs: { kind: 'file', name: `一张图.${extension}`, contentType, key, bytes: file } as const,
    })),
  )
}
