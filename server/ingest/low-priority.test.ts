import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { splitAdts } from './adts.ts'
import { encodeSmall } from './small-encoder.ts'
import { owedFrames, startSoundEncoder } from './sound-encoder.ts'
import { readTsSegment } from './ts-segment.ts'

const hasFfmpeg = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
const note = hasFfmpeg ? '' : ' (skipped: no ffmpeg is installed)'
const from = 'server/seed/media/film/360p/part-01.m2ts'
const lowest = constants.priority.PRIORITY_LOW

let directory: string
/** An ffmpeg that waits a moment for its priority and tells it before it begins. */
let ffmpeg: string
const told = (): number => Number(readFileSync(join(directory, 'nice'), 'utf8'))

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'xueyuan-low-'))
  ffmpeg = join(directory, 'ffmpeg.sh')
  const nice = "cut -d' ' -f19 /proc/$$/stat"
  const wait = `for look in 1 2 3 4 5 6 7 8 9; do [ "$(${nice})" = ${lowest} ] && break; done`
  writeFileSync(ffmpeg, `#!/bin/sh\n${wait}\n${nice} > ${directory}/nice\nexec ffmpeg "$@"\n`, { mode: 0o755 })
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** On a busy machine they have to wait. */
const patience = { timeout: 60_000 }

describe.skipIf(!hasFfmpeg)(`encoders leave the machine to everybody else${note}`, patience, () => {
  test('that of the smaller picture', async () => {
    const size = { width: 480, height: 270, codec: 'avc1.64001f' }
    const to = join(directory, 'small.ts')
    const bytes = await encodeSmall({ ffmpeg, from, to, size, rate: 200_000, frameRate: 25 }).done
    expect([(bytes ?? 0) > 0, told()]).toEqual([true, lowest])
  })

  test('that of the sound', async () => {
    const piece = splitAdts(readTsSegment(readFileSync(from)).sound?.frames ?? Buffer.alloc(0))
    const encoder = startSoundEncoder(ffmpeg, [])
    const frames = await encoder.encode(piece)
    encoder.end()
    expect([frames?.length, told()]).toEqual([piece.length - owedFrames, lowest])
  })
})
