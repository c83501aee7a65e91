import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendOfFile, folderOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { askUpload, sendUpload, uploadFile } from '../support/backend-uploads.ts'
import { makePicture } from '../support/upload-samples.ts'

const dataDir = folderOfFile('scanned-')
const socketPath = join(dataDir, 'clamd.sock')
const backend = backendOfFile({ DATA_DIR: dataDir, SCANNER_URL: `unix:${socketPath}` })

/** What the scanner saw, and what it says next; 'hang up' says nothing. */
const scanner = { seen: [] as Buffer[], answer: 'stream: OK' }

/** Takes INSTREAM as clamd does: a command, then lengths and bytes, then a length of zero. */
function serve(socket: Socket): void {
  let bytes = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    const command = bytes.indexOf(0)
    if (command < 0) return
    expect(bytes.subarray(0, command).toString()).toBe('zINSTREAM')
    const parts: Buffer[] = []
    for (let at = command + 1; at + 4 <= bytes.length; ) {
      const length = bytes.readUInt32BE(at)
      if (length > 0) {
        parts.push(bytes.subarray(at + 4, at + 4 + length))
        at += 4 + length
        continue
      }
      scanner.seen.push(Buffer.concat(parts))
      if (scanner.answer === 'hang up') socket.destroy()
      else socket.end(`${scanner.answer}\0`)
      return
    }
  })
}

const server = createServer(serve)
beforeAll(async () => {
  server.listen(socketPath)
  await once(server, 'listening')
})
afterAll(() => void server.close())

async function send(name: string, bytes: Buffer): Promise<{ status: number; msg: string }> {
  const { cookie } = await addSignedIn(backend)
  const permit = await askUpload(backend, cookie, { name, bytes })
  const answer = await sendUpload(backend, permit, bytes)
  return { status: answer.status, msg: answer.body.msg }
}

describe('with a scanner', () => {
  it('every file is shown to it whole', async () => {
    scanner.answer = 'stream: OK'
    const { cookie } = await addSignedIn(backend)
    const bytes = await makePicture(900, 900).png().toBuffer()
    await uploadFile(backend, cookie, { name: 'a.png', bytes })
    expect(scanner.seen.at(-1)?.equals(bytes)).toBe(true)
  })
  it('what it finds is refused', async () => {
    scanner.answer = 'stream: Win.Test.EICAR_HDB-1 FOUND'
    expect(await send('a.png', await makePicture().png().toBuffer())).toEqual({
      status: 422,
      msg: 'a.png含有病毒，不能上传',
    })
  })
  it('what it can’t look at whole is refused', async () => {
    scanner.answer = 'INSTREAM size limit exceeded. ERROR'
    expect((await send('a.png', await makePicture().png().toBuffer())).status).toBe(413)
  })
  it.each(['hang up', "stream: Can't allocate memory ERROR"])(
    'nothing is kept without its word: %s',
    async (answer) => {
      scanner.answer = answer
      expect(await send('a.png', await makePicture().png().toBuffer())).toEqual({
        status: 503,
        msg: '文件检查暂时不可用，请稍后再试',
      })
    },
  )
})

describe('archives in archives', () => {
  const wrap = (inner: Uint8Array, times: number): Uint8Array =>
    times === 0 ? inner : wrap(zipSync({ 'inner.zip': inner }), times - 1)
  const plain = zipSync({ 'a.txt': new TextEncoder().encode('hello') })
  beforeAll(() => {
    scanner.answer = 'stream: OK'
  })

  it('are taken two deep and refused deeper', async () => {
    expect((await send('a.zip', Buffer.from(wrap(plain, 2)))).status).toBe(200)
    expect((await send('b.zip', Buffer.from(wrap(plain, 3)))).status).toBe(422)
  })
  it('are refused when one of them would burst', async () => {
    const bomb = zipSync({ 'zeros.txt': new Uint8Array(8 * 1024 * 1024) })
    expect((await send('a.zip', Buffer.from(zipSync({ 'b.zip': bomb })))).status).toBe(422)
  })
  it('are refused when a file inside is infected', async () => {
    const virus = new TextEncoder().encode(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`)
    expect((await send('a.zip', Buffer.from(zipSync({ 'b.zip': zipSync({ 'c.com': virus }) })))).status).toBe(422)
  })
})
