import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bytesOf, lengthOf, packBody } from './pack.ts'

describe('packBody', () => {
  const text = `<p>${'学园一所教手艺的网上学校。'.repeat(100)}</p>`
  const packed = packBody(text)

  it('keeps the text whole in every form, with its length', () => {
    expect(brotliDecompressSync(bytesOf(packed, 'br')).toString()).toBe(text)
    expect(gunzipSync(bytesOf(packed, 'gzip')).toString()).toBe(text)
    expect(bytesOf(packed, 'identity').toString()).toBe(text)
    for (const form of ['br', 'gzip', 'identity'] as const) expect(lengthOf(packed, form)).toBe(bytesOf(packed, form).length)
  })

  it('holds no more memory than the bytes', () => {
    expect(packed.br.buffer.byteLength).toBe(packed.br.length)
    expect(packed.gzip.buffer.byteLength).toBe(packed.gzip.length)
  })

  it('gives the same text the same validator and another text another', () => {
    expect(packBody(text).etag).toBe(packed.etag)
    expect(packBody(`${text} `).etag).not.toBe(packed.etag)
    expect(packed.etag).toMatch(/^W\/"[\w-]{22}"$/)
  })

  it('takes an empty text', () => {
    expect(bytesOf(packBody(''), 'identity')).toHaveLength(0)
  })
})
