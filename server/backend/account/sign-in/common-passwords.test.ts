import { expect, test } from 'vitest'
import { commonPasswords, isCommonPassword } from './common-passwords.ts'

test('over three thousand common passwords are refused', () => {
  expect([...commonPasswords].filter((one) => one.length >= 6 && one.length <= 12).length).toBeGreaterThan(3000)
})

test.each([
  '123456',
  'Woaini1314',
  'qwerty12',
  'zhang1990',
  '1qaz2wsx',
  'abcabcabc',
  '13141314',
  'laopo520',
  'admin@123',
  'poiuytre',
  '741852963',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['chalk-2468', 'p@ss 字 1', 'tide7Maple', '竹影扫阶尘不动', 'k3-Zwiebel'])('%s is not', (password) => {
  expect(isCommonPassword(password, { phone: '13800001234', school: ['学园', 'xueyuan'] })).toBe(false)
})

test.each(['13800001234', '800001234', '00001234', '380000', 'a13800001', '38000012x'])(
  'the own number is none: %s',
  (password) => {
    expect(isCommonPassword(password, { phone: '13800001234' })).toBe(true)
  },
)

test('somebody else’s number is no reason', () => {
  expect(isCommonPassword('13900778842', { phone: '13800001234' })).toBe(false)
})

test.each(['xueyuan1', 'Xueyuan2026', '学园123456', '123xueyuan!'])(
  'the school’s words with a few digits are none: %s',
  (password) => {
    expect(isCommonPassword(password, { school: ['学园', 'xueyuan'] })).toBe(true)
  },
)
