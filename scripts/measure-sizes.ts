import { type Node, parseSync } from 'oxc-parser'

/** How long code may be, at 120 columns: lines of a file, lines of a function, arguments by position. */
export const limits = { file: 400, function: 80, arguments: 4 } as const

/** One function as it is written. */
export interface MeasuredFunction {
  readonly file: string
  readonly line: number
  readonly name: string
  readonly lines: number
  readonly arguments: number
  /** It is handed to a call, which decides what it is given. */
  readonly isHanded: boolean
}

/** One thing that is larger than it may be. */
export interface TooLarge {
  readonly place: string
  readonly text: string
}

/** What the school shows, and what is out: texts, films, and migrations, which nobody edits any more. */
const isData = (file: string): boolean => /^server\/(seed\/(data|media)|backend\/db\/migrations)\//.test(file)

/** Drawings give their places as SVG does: x, y, width, height, and then how it looks. */
const isDrawing = (file: string): boolean => file.startsWith('server/seed/pictures/')

/** The lines of a text; what stands after the last line's end isn't one. */
export const linesOf = (code: string): number => code.split('\n').length - (code.endsWith('\n') ? 1 : 0)

function nameOf(node: Node, parent: Node | undefined, code: string): string {
  if ('id' in node && node.id && 'name' in node.id) return String(node.id.name)
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name
  if (parent && 'key' in parent) return code.slice(parent.key.start, parent.key.end)
  if (parent?.type === 'CallExpression')
    return `in ${code.slice(parent.callee.start, parent.callee.end).split('\n', 1)[0]}`
  return 'a function'
}

/** `describe(…)` of vitest and Playwright: its callback is a chapter, not a function. */
function isChapter(node: Node, parent: Node | undefined, code: string): boolean {
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false
  return /^(test\.)?describe\b/.test(code.slice(parent.callee.start, parent.callee.end))
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Every function of a file with its length from its first word to its last brace; chapters of tests aside. */
export function measureFunctions(file: string, code: string): MeasuredFunction[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`)
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  const lineOf = (offset: number): number => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
  const found: MeasuredFunction[] = []
  const visit = (node: Node, parent: Node | undefined): void => {
    const isFunction =
      node.type === 'FunctionDeclaration' ||
      node.type === 'FunctionExpression' ||
      node.type === 'ArrowFunctionExpression'
    if (isFunction && node.body && !isChapter(node, parent, code)) {
      const line = lineOf(node.start)
      const lines = lineOf(node.end) - line + 1
      const isHanded = parent?.type === 'CallExpression' && parent.callee !== node
      found.push({ file, line, name: nameOf(node, parent, code), lines, arguments: node.params.length, isHanded })
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node)
    }
  }
  visit(program, undefined)
  return found
}

/** What of a file is larger than it may be. */
export function tooLargeIn(file: string, code: string): TooLarge[] {
  if (isData(file)) return []
  const found: TooLarge[] = []
  const lines = linesOf(code)
  if (lines > limits.file) found.push({ place: file, text: `${lines} lines; at most ${limits.file}` })
  if (!/\.(m?ts|tsx|mjs)$/.test(file)) return found
  for (const one of measureFunctions(file, code)) {
    const place = `${file}:${one.line}`
    if (one.lines > limits.function) {
      const text = `${one.name} has ${one.lines} lines; at most ${limits.function}`
      found.push({ place, text })
    }
    if (one.arguments > limits.arguments && !one.isHanded && !isDrawing(file)) {
      const text = `${one.name} takes ${one.arguments} arguments; an object from ${limits.arguments + 1}`
      found.push({ place, text })
    }
  }
  return found
}

/** The value below which `share` of all lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
