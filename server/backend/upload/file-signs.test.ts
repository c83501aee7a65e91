import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'
import { headBytes, looksLike } from './file-signs.ts'

const svg = uploadTypeOf('a.svg')!
const root = '<svg xmlns="http://www.w3.org/2000/svg">'
const utf16 = (text: string, big = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

describe('an SVG picture is known by its root element', () => {
  it.each([
    ['alone', root],
    ['without attributes', '<svg>'],
    ['after a byte order mark', `\uFEFF${root}`],
    ['after spaces and lines', ` \r\n\t${root}`],
    ['after the XML declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${root}`],
    [
      'after a style sheet and comments',
      `<?xml version="1.0"?><?xml-stylesheet href="a.css"?><!-- a --> <!-- <b> -- c -->${root}`,
    ],
    [
      'after its doctype',
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${root}`,
    ],
    ['after a doctype over two lines', `<!DOCTYPE svg\n  PUBLIC "-//W3C//DTD SVG 1.1//EN">${root}`],
    ['after the shortest doctype', `<!DOCTYPE svg>${root}`],
  ])('%s', async (_where, text) => {
    expect(await looksLike(svg, Buffer.from(text))).toBe(true)
  })
  it.each([
    ['UTF-16 with a mark', utf16(`\uFEFF<?xml version="1.0"?>${root}`)],
    ['UTF-16, the larger byte first', utf16(`\uFEFF${root}`, true)],
    ['UTF-16 without a mark', utf16(root)],
  ])('in %s', async (_how, bytes) => {
    expect(await looksLike(svg, bytes)).toBe(true)
  })
  it.each([
    ['a page', `<!doctype html><html>${root}`],
    ['the doctype of a page', `<!DOCTYPE html>${root}`],
    ['another name that begins alike', '<svgz>'],
    ['text before the picture', `hello ${root}`],
    ['an element before the picture', `<script>alert(1)</script>${root}`],
    ['declarations of its own, which can multiply', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${root}`],
    ['a comment without an end', `<!-- ${root}`],
    ['a name without an end', '<svg'],
    ['nothing', ''],
  ])('%s is none', async (_what, text) => {
    expect(await looksLike(svg, Buffer.from(text))).toBe(false)
  })
})

it('a file of comments alone is answered at once', async () => {
  const { href } = new URL('./file-signs.ts', import.meta.url)
  const program = `
    const { looksLike } = await import(process.argv[1])
    const pieces = ['<!---->', ' ', '<!-- -->', '<!DOCTYPE svg >', '<?xml?>', '<!--', '<!--->', '<!DOCTYPE svg', '<!----> ', '<']
    for (const piece of pieces) console.log(await looksLike({ extension: 'svg' }, Buffer.from(piece.repeat(${headBytes})).subarray(0, ${headBytes})))`
  // in a process of its own, which can be ended: the one that hangs answers nobody
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program, href], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    timeout: 15_000,
  })
  expect((await run).stdout.trim().split('\n')).toEqual(Array.from({ length: 10 }, () => 'false'))
}, 20_000)
