import { describe, expect, it } from 'vitest'
import { menuNotes } from '#client/features/user-centre/menu-notes.ts'

describe('what stands beside the menu’s entries', () => {
  it('says what waits, the homework in red', () => {
    expect([...menuNotes({ classes: 3, homework: 2, exams: 1, messages: 4 })]).toEqual([
      ['/user/timetable', { text: '今天 3', isDue: false }],
      ['/user/testPaper', { text: '1 场可考', isDue: false }],
      ['/user/homework', { text: '2 份到期', isDue: true }],
      ['/user/message', { text: '4', isDue: false }],
    ])
  })
  it('is nothing where nothing waits, or isn’t known', () => {
    expect(menuNotes({ classes: 0, homework: 0, exams: 0, messages: 0 }).size).toBe(0)
    expect(menuNotes(undefined).size).toBe(0)
  })
  it('counts messages to ninety-nine', () => {
    expect(menuNotes({ classes: 0, homework: 0, exams: 0, messages: 100 }).get('/user/message')?.text).toBe('99+')
  })
})
