import { describe, expect, test } from 'vitest'
import { type FiledNote, inFileOrder, markdownText, notesAnki, notesMarkdown } from './note-files.ts'

const origin = 'https://school.example'
const texts = [
  '一句话',
  '两行\n第二行',
  '空行在中间\n\n\n最后一行',
  '# 不是标题\n- 不是列表\n1. 也不是\n> 不是引用\n    不是代码',
  '<b>HTML</b> & &amp; &#32; <script>alert(1)</script>',
  '`代码` *星* _线_ [链接](http://x) ![图](y) ~~删~~ | 表 | \\ 反斜杠 \\\\',
  '"引号" 和 ""两个"" 和\t制表符\t',
  '  前面有空格\n\t前面有制表符\n后面有空格  \n　全角空格',
  '--- \n===\n```\n~~~\n***',
  'emoji 👩‍🏫 和 é 与 e\u0301',
  '\\',
  '=1+1\n@x\n+1',
]
const notes: FiledNote[] = texts.map((text, index) => ({
  id: index + 1,
  text,
  second: index * 61,
  momentTime: null,
  courseId: 1 + (index % 2),
  courseName: index % 2 ? '插画 "基础"' : '# 编程\t入门',
  periodId: 10 + (index % 3),
  periodName: '第*一*课',
  sequenceNo: 1 + (index % 3),
  url: `/course/video/play/${10 + (index % 3)}?t=${index * 61}`,
}))

/** Reads a text file as Anki does: `#` lines are about the file, then fields in quotes, tabs between them. */
function importAnki(file: string): string[][] {
  const rows: string[][] = []
  let rest = file
  while (rest.startsWith('#')) rest = rest.slice(rest.indexOf('\n') + 1)
  let row: string[] = []
  while (rest !== '') {
    let end = 1
    while (rest[end] !== '"' || rest[end + 1] === '"') end += rest[end] === '"' ? 2 : 1
    row.push(rest.slice(1, end).replaceAll('""', '"'))
    const after = rest[end + 1]
    rest = rest.slice(end + 2)
    if (after === '\n') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

/** Reads a paragraph as CommonMark does: hard line breaks, character references, escapes. */
function readParagraph(paragraph: string): string {
  return paragraph
    .split('\\\n')
    .map((line) => {
      // what the standard takes away from the edges of a line is never needed
      expect(line).toBe(line.replace(/^[ \t]+|[ \t]+$/g, ''))
      let text = ''
      for (let at = 0; at < line.length; at++) {
        const reference = /^&#(\d+);/.exec(line.slice(at))
        if (reference) {
          text += String.fromCodePoint(Number(reference[1]))
          at += reference[0].length - 1
        } else if (line[at] === '\\') {
          at++
          text += line[at]
        } else {
          // nothing that Markdown would read as more than itself
          expect(line[at]).not.toMatch(/[!-/:-@[-`{-~]/)
          text += line[at]
        }
      }
      return text
    })
    .join('\n')
}

describe('notes as a file for Anki', () => {
  test('come back byte for byte', () => {
    const rows = importAnki(notesAnki(notes, origin))
    expect(rows.map(([, back]) => back)).toEqual(inFileOrder(notes).map(({ text }) => text))
    expect(rows.every((row) => row.length === 4)).toBe(true)
  })

  test('are no HTML and lead back to their second', () => {
    const file = notesAnki(notes.slice(0, 1), origin)
    expect(file.split('\n').slice(0, 4)).toEqual([
      '#separator:tab',
      '#html:false',
      '#columns:正面\t背面\t来源\t标签',
      '#tags column:4',
    ])
    expect(importAnki(file)[0]?.[2]).toBe('https://school.example/course/video/play/10?t=0')
    expect(importAnki(file)[0]?.[3]).toBe('#_编程_入门')
  })
})

describe('notes as Markdown', () => {
  test('come back byte for byte', () => {
    expect(texts.map((text) => readParagraph(markdownText(text)))).toEqual(texts)
  })

  test('stand under course, lesson and second, each once', () => {
    const file = notesMarkdown(notes, origin)
    const paragraphs = file.split('\n\n')
    expect(inFileOrder(notes).every(({ text }) => paragraphs.includes(markdownText(text)))).toBe(true)
    expect(file.match(/^## /gm)).toHaveLength(2)
    expect(file.match(/^### /gm)).toHaveLength(6)
    expect(file).toContain('**[01:01](<https://school.example/course/video/play/11?t=61>)**')
  })

  test('without a second tell when they were written', () => {
    const [note] = notes
    const file = note
      ? notesMarkdown([{ ...note, second: null, momentTime: Date.parse('2026-03-11T12:00:00Z'), url: null }], origin)
      : ''
    expect(file).toContain('**3 月 11 日 20:00**')
  })
})
