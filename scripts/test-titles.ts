import { globSync, readFileSync } from 'node:fs'
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'

// Part of `npm run check`: a test's title has at most ten words, counted by the spaces between them. `node scripts/test-titles.ts
// [file …]`; ends with 1 and one line for each longer title.
const mostWords = 10

interface Title {
  readonly line: number
  readonly text: string
}

/** The name at the root of `it`, `test.skip`, `it.each(…)`, `test.skipIf(…)`; '' for what makes no test. */
function rootOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'CallExpression') return rootOf(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return rootOf(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return ''
  return /^(describe|extend|step|use|beforeEach|afterEach|beforeAll|afterAll)$/.test(callee.property.name)
    ? ''
    : rootOf(callee.object)
}

/** A title as it is written, here or in a constant of the file; what a run puts in counts as a word. */
function textOf(
  node: CallExpression['arguments'][number] | null | undefined,
  constants: ReadonlyMap<string, Expression | null>,
): string | undefined {
  if (node?.type === 'Identifier') return textOf(constants.get(node.name), new Map())
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('…')
  return undefined
}

function titlesOf(path: string): Title[] {
  const code = readFileSync(path, 'utf8')
  const titles: Title[] = []
  const constants = new Map<string, Expression | null>()
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier') constants.set(id.name, init)
    },
    CallExpression: (node) => {
      const root = rootOf(node.callee)
      const text = root === 'it' || root === 'test' ? textOf(node.arguments[0], constants) : undefined
      // `it.each([…])` is called with its rows first
      if (text !== undefined && node.arguments.length > 1)
        titles.push({ line: code.slice(0, node.start).split('\n').length, text })
    },
  }).visit(parseSync(path, code).program)
  return titles
}

const files = process.argv.slice(2)
const all = files.length > 0 ? files : globSync('{shared,server,client,tests}/**/*.{test,spec}.{ts,tsx}').sort()
let count = 0
let long = 0
for (const path of all)
  for (const { line, text } of titlesOf(path)) {
    const words = text.split(/\s+/).filter(Boolean).length
    count += 1
    if (words <= mostWords) continue
    long += 1
    console.error(`${path}:${line} has ${words} words: ${text}`)
  }
console.log(`${count} titles of tests, ${long} of more than ${mostWords} words`)
process.exitCode = long > 0 ? 1 : 0
