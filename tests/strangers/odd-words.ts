import * as fc from 'fast-check'

/** Names that every object inherits, and others that mean something to a language. */
const inherited = [
  'constructor',
  '__proto__',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'prototype',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupSetter__',
  'then',
  'toJSON',
  'length',
  'name',
]
const numbers = [
  '0',
  '-0',
  '-1',
  '1.5',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740992',
  '9223372036854775807',
  '9223372036854775808',
  '9999999999999999',
  '1e3',
  '1e308',
  '1e309',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  '٣',
  '１２',
  '+1',
  ' 1',
  '1 ',
]
const texts = [
  '',
  ' ',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[object Object]',
  'a\u0000b',
  '\u202e',
  '\ufeff',
  '\uffff',
  "' or 1=1--",
  '%',
  '_',
  '\\',
  '"',
  '<script>',
  '../../etc/passwd',
  'a'.repeat(300),
  '学',
  '😀',
  '\r\nX-Odd: 1',
  '2024-02-31',
  '0000-00-00',
  '275761-01-01',
  '$1',
  `\${1}`,
  '(((((',
  '[a-',
  '*',
  '?',
  '&amp;',
  '\ud800',
  '\udfff\ud800',
  'x\ud83d',
]

/** A word as strangers send it: not always well-formed. */
export const oddWord = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...inherited) },
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
)

export const oddName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...inherited) },
  { weight: 1, arbitrary: oddWord },
)

/** A piece of an address, escaped in every way: well, badly, not at all. */
export const oddPiece = fc.oneof(
  { weight: 5, arbitrary: oddWord.map((word) => encodeURIComponent(word.toWellFormed())) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '%ED%A0%80',
      '%ED%BF%BF',
      '%C0%AF',
      '%FF',
      '%',
      '%zz',
      '%00',
      '%F4%90%80%80',
      '%E5%AD',
      '%25',
      '%2e%2e',
      '..',
      '.',
      ';',
      ':',
      '@',
      '[]',
      'a[b]',
      '+',
    ),
  },
)

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth)

/** JSON as text: what `JSON.stringify` can't write is among it. */
export const oddJson = fc.oneof(
  { weight: 5, arbitrary: oddWord.map((word) => JSON.stringify(word)) },
  { weight: 3, arbitrary: fc.constantFrom(...numbers.filter((text) => /^-?\d+(?:\.\d+)?(?:e\d+)?$/.test(text))) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'null',
      'true',
      'false',
      '{}',
      '[]',
      '[null]',
      '[[]]',
      '"\\ud800"',
      '"\\u0000"',
      '1e999',
      '-1e999',
      '1e-400',
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"length":-1}',
      '{"toString":null}',
      '{"then":1}',
    ),
  },
  { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      nested(10_000, '[', ']'),
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      `[${'1,'.repeat(20_000)}1]`,
      JSON.stringify('长'.repeat(20_000)),
    ),
  },
)

/** A value of a header or a cookie: bytes that may stand on its line. */
export const oddLine = fc.oneof(
  { weight: 4, arbitrary: oddWord.map((word) => word.replace(/[\r\n\0]/g, '')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a'.repeat(4000), ';;;;', '=', '=;=', 'session=', '"', '%', '%ED%A0%80', '\u0001', '\t'),
  },
)
