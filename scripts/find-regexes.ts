import { type Expression, type NewExpression, type CallExpression, parseSync, Visitor } from 'oxc-parser'

/** One regular expression in the code. */
export interface FoundRegex {
  /** From 1. */
  readonly line: number
  readonly source: string
  readonly flags: string
}

/** A `RegExp` that is made of what only a run knows. */
export interface RuntimeRegex {
  readonly line: number
  /** The making, as it is written. */
  readonly code: string
}

/** A file's constants that are text or numbers, by name. */
type Constants = ReadonlyMap<string, Expression>

/** What an expression is before anything runs; undefined when only a run can tell. */
function textOf(node: Expression | undefined, constants: Constants): string | undefined {
  if (node?.type === 'Literal')
    return typeof node.value === 'string' || typeof node.value === 'number' ? String(node.value) : undefined
  if (node?.type === 'Identifier') return textOf(constants.get(node.name), constants)
  if (node?.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [textOf(node.left as Expression, constants), textOf(node.right, constants)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  if (node?.type !== 'TemplateLiteral') return undefined
  let text = ''
  for (const [index, quasi] of node.quasis.entries()) {
    text += quasi.value.cooked ?? ''
    if (index === node.quasis.length - 1) continue
    const inner = textOf(node.expressions[index], constants)
    if (inner === undefined) return undefined
    text += inner
  }
  return text
}

/** All regular expressions of a file: literals, and `RegExp` of text that is known before anything runs; the rest apart. */
export function findRegexes(path: string, code: string): { found: FoundRegex[]; atRuntime: RuntimeRegex[] } {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)
  const found: FoundRegex[] = []
  const atRuntime: RuntimeRegex[] = []
  const constants = new Map<string, Expression>()
  const made: (NewExpression | CallExpression)[] = []
  const lineOf = (start: number): number => code.slice(0, start).split('\n').length
  const visitMade = (node: NewExpression | CallExpression): void => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') made.push(node)
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push({ line: lineOf(node.start), source: node.regex.pattern, flags: node.regex.flags })
    },
    VariableDeclaration: (node) => {
      if (node.kind !== 'const') return
      for (const { id, init } of node.declarations) if (id.type === 'Identifier' && init) constants.set(id.name, init)
    },
    NewExpression: visitMade,
    CallExpression: visitMade,
  }).visit(program)
  for (const node of made) {
    const [first, second] = node.arguments as Expression[]
    const source = textOf(first, constants)
    const flags = second === undefined ? '' : textOf(second, constants)
    if (source === undefined || flags === undefined)
      atRuntime.push({ line: lineOf(node.start), code: code.slice(node.start, node.end) })
    else found.push({ line: lineOf(node.start), source, flags })
  }
  return { found, atRuntime }
}
