import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { cardAlt, cardPath, type ShareCard } from '#shared/rules/share-card.ts'
import { cardSvg } from './card-svg.ts'
import { drawableText, measureText } from './card-text.ts'

const card: ShareCard = {
  name: 'article-detail-1',
  kind: '文章',
  title: '为什么你的画总是“灰”',
  byline: '顾南乔 · 方法',
  ground: 'paper',
}

it('A changed drawing needs a new design number', () => {
  const drawn = (['paper', 'board'] as const).flatMap((ground) =>
    [true, false].map((hasCover) => cardSvg({ ...card, ground }, '学园', hasCover)),
  )
  expect([
    cardPath(card, '学园'),
    createHash('sha256').update(drawn.join('')).digest('hex').slice(0, 16),
  ]).toMatchInlineSnapshot(`
    [
      "/og/article-detail-1-0miasm1uru7.jpg",
      "c9d58aa362b9c5bd",
    ]
  `)
})

it('Text is drawn as outlines: nobody’s words become markup', () => {
  const svg = cardSvg(
    { ...card, title: '<image href="file:///etc/passwd"/>&xxe;<text>x</text>', byline: '"><script>', kind: '<svg>' },
    '<b>',
    false,
  )
  expect(svg).not.toMatch(/<text|<image|<script|font|href|xxe|passwd|&/)
  expect(svg).toMatch(/^<svg [^<>]*>(<[^<>]*>)+<\/svg>$/)
})

it('What the font lacks is left out, emoji too', () => {
  expect(drawableText('画🎨完 👩‍🎨 了 한국 \u0000\u202e')).toBe('画完 了')
  expect(drawableText('體會線條與筆法 Café №1')).toBe('體會線條與筆法 Café №1')
  expect(drawableText('  a \n b  ')).toBe('a b')
})

it('A title that can’t be drawn leaves the kind there', () => {
  expect(cardSvg({ ...card, title: '😀' }, '学园', true)).toBe(cardSvg({ ...card, title: '文章' }, '学园', true))
  expect(cardSvg({ name: 'x', kind: '', title: '', ground: 'board' }, '', false)).not.toMatch(/NaN|undefined|Infinity/)
})

it('A title of any length keeps to three lines', () => {
  for (const title of [
    '字',
    '很长的题目'.repeat(80),
    'W'.repeat(300),
    '“（《'.repeat(50),
    '。'.repeat(90),
    ' a'.repeat(150),
  ]) {
    const svg = cardSvg({ ...card, title, byline: undefined }, '学园', true)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    const titleLines = svg.match(/<g fill="#20281f" transform="translate\(72 /g) ?? []
    expect(titleLines.length, title.slice(0, 9)).toBeGreaterThan(0)
    expect(titleLines.length, title.slice(0, 9)).toBeLessThanOrEqual(3)
  }
})

it('Two marks side by side share their empty halves', () => {
  expect(measureText('》（')).toBe(1.5)
  expect(measureText('画（')).toBe(2)
})

it('Another text, cover or school is another address', () => {
  const others = [
    card,
    { ...card, title: '为什么你的画总是“亮”' },
    { ...card, byline: undefined },
    { ...card, kind: '讨论' },
    { ...card, cover: '/a.webp' },
    { ...card, ground: 'board' as const },
  ]
  const paths = [...others.map((other) => cardPath(other, '学园')), cardPath(card, '别的学校')]
  expect(new Set(paths).size).toBe(paths.length)
  expect(cardPath({ ...card }, '学园')).toBe(paths[0])
  for (const path of paths) expect(path).toMatch(/^\/og\/article-detail-1-[0-9a-z]{11}\.jpg$/)
  expect(cardAlt(card)).toBe('文章：为什么你的画总是“灰”，顾南乔 · 方法')
})
