import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, formMade, isMade, lengthOf, type Packed, packBody } from './pack.ts'

describe('packBody', () => {
  const text = `<p>${'学园一所教手艺的网上学校。'.repeat(100)}</p>`
  let packed: Packed
  beforeAll(async () => {
    packed = await packBody(text, 'br')
    await formMade(packed, 'gzip')
  })

  it('keeps the text whole in every form, with its length', () => {
    expect(brotliDecompressSync(bytesOf(packed, 'br')).toString()).toBe(text)
    expect(gunzipSync(bytesOf(packed, 'gzip')).toString()).toBe(text)
    expect(bytesOf(packed, 'identity').toString()).toBe(text)
    for (const form of ['br', 'gzip', 'identity'] as const)
      expect(lengthOf(packed, form)).toBe(bytesOf(packed, form).length)
  })

  it('holds no more memory than the bytes', () => {
    for (const form of [packed.br, packed.gzip]) expect(form?.buffer.byteLength).toBe(form?.length)
  })

  it('gives equal texts one validator, other texts another', async () => {
    expect((await packBody(text, 'gzip')).etag).toBe(packed.etag)
    expect((await packBody(`${text} `, 'br')).etag).not.toBe(packed.etag)
    expect(packed.etag).toMatch(/^W\/"[\w-]{22}"$/)
  })

  it('packs what is asked for, the other form when wanted', async () => {
    const one = await packBody(text, 'gzip')
    expect([isMade(one, 'gzip'), isMade(one, 'identity'), isMade(one, 'br')]).toEqual([true, true, false])
    expect(bytesOf(one, 'identity').toString()).toBe(text)
    const [first, second] = [formMade(one, 'br'), formMade(one, 'br')]
    expect(first).toBe(second)
    await first
    expect(brotliDecompressSync(bytesOf(one, 'br')).toString()).toBe(text)
  })

  it('takes an empty text', async () => {
    for (const form of ['br', 'gzip'] as const) expect(bytesOf(await packBody('', form), 'identity')).toHaveLength(0)
  })
})
